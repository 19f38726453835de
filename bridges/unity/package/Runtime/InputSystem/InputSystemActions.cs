using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.InputSystem;

namespace Worldwire
{
    /// <summary>
    /// Actions of the Input System as "map/action", and each part of a composite as "map/action/part": the actions that are enabled, and those of
    /// all assets that are loaded.
    /// </summary>
    internal static class InputSystemActions
    {
        private static readonly Dictionary<string, string> PadNames = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            { "buttonSouth", "pad south" }, { "buttonEast", "pad east" }, { "buttonWest", "pad west" }, { "buttonNorth", "pad north" },
            { "leftShoulder", "pad left-shoulder" }, { "rightShoulder", "pad right-shoulder" }, { "leftStickPress", "pad left-stick" },
            { "rightStickPress", "pad right-stick" }, { "select", "pad back" }, { "start", "pad start" }, { "dpad/up", "pad up" },
            { "dpad/down", "pad down" }, { "dpad/left", "pad left" }, { "dpad/right", "pad right" }, { "leftTrigger", "axis left-trigger" },
            { "rightTrigger", "axis right-trigger" }, { "leftStick/left", "axis left-x" }, { "leftStick/right", "axis left-x" },
            { "leftStick/up", "axis left-y" }, { "leftStick/down", "axis left-y" }, { "leftStick/x", "axis left-x" }, { "leftStick/y", "axis left-y" },
            { "rightStick/left", "axis right-x" }, { "rightStick/right", "axis right-x" }, { "rightStick/up", "axis right-y" },
            { "rightStick/down", "axis right-y" }, { "rightStick/x", "axis right-x" }, { "rightStick/y", "axis right-y" },
        };

        public static void AddTo(List<GameAction> actions)
        {
            var seen = new HashSet<InputAction>();
            foreach (var action in InputSystem.ListEnabledActions()) if (seen.Add(action)) Add(actions, action);
            foreach (var asset in Resources.FindObjectsOfTypeAll<InputActionAsset>())
                foreach (var map in asset.actionMaps)
                    foreach (var action in map.actions) if (seen.Add(action)) Add(actions, action);
        }

        private static void Add(List<GameAction> actions, InputAction action)
        {
            var name = action.actionMap == null || string.IsNullOrEmpty(action.actionMap.name) ? action.name : action.actionMap.name + "/" + action.name;
            var whole = Of(actions, name);
            foreach (var binding in action.bindings)
            {
                if (binding.isComposite) continue;
                var target = binding.isPartOfComposite ? Of(actions, name + "/" + binding.name) : whole;
                foreach (var label in LabelsOf(binding.effectivePath)) if (!target.Bindings.Contains(label)) target.Bindings.Add(label);
            }
        }

        private static GameAction Of(List<GameAction> actions, string name)
        {
            var found = actions.Find(each => each.Name == name);
            if (found != null) return found;
            found = new GameAction { Name = name };
            actions.Add(found);
            return found;
        }

        /// <summary>"&lt;Keyboard&gt;/space" is "key Space". A path that input.send cannot play stays as it is.</summary>
        private static IEnumerable<string> LabelsOf(string path)
        {
            if (string.IsNullOrEmpty(path)) return new string[0];
            var slash = path.IndexOf('/');
            var device = slash < 0 ? path : path.Substring(0, slash);
            var control = slash < 0 ? "" : path.Substring(slash + 1);
            string label;
            if (device == "<Keyboard>")
            {
                var key = KeyTable.ByName(control.Length == 1 && char.IsDigit(control[0]) ? "Digit" + control : control);
                if (key != null) return new[] { "key " + key.Code };
            }
            if (device == "<Mouse>" && control.EndsWith("Button", StringComparison.Ordinal)) return new[] { "button " + control.Substring(0, control.Length - 6) };
            if (device == "<Gamepad>" && PadNames.TryGetValue(control, out label)) return new[] { label };
            if (device == "<Gamepad>" && control == "leftStick") return new[] { "axis left-x", "axis left-y" };
            if (device == "<Gamepad>" && control == "rightStick") return new[] { "axis right-x", "axis right-y" };
            return new[] { path };
        }
    }
}
