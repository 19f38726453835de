using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

namespace Worldwire
{
    /// <summary>
    /// UnityEngine.Input. Scripts cannot write it: what people do can be read for recordings, and only with Harmony can scripts that read it
    /// receive what input.send plays.
    /// </summary>
    internal sealed class LegacyInput : IInputDevices
    {
        /// <summary>Names of a new project. A player cannot list those of its own; the editor sets them from the project settings.</summary>
        public static IList<GameAction> Axes = new[] { "Horizontal", "Vertical", "Fire1", "Fire2", "Fire3", "Jump", "Submit", "Cancel" }
            .Select(name => new GameAction { Name = name }).ToList();
        private bool patched;

        public static void Add()
        {
            if (InputPorts.Devices.Any(each => each is LegacyInput) || !IsUsable()) return;
            InputPorts.Devices.Add(new LegacyInput());
        }

        public string Name
        {
            get { return "UnityEngine.Input"; }
        }

        public bool Sends
        {
            get { return HarmonyPort.Missing == null; }
        }

        public bool Has(string kind)
        {
            return kind == "touch" && Sends;
        }

        public void Begin()
        {
            if (patched || !Sends) return;
            patched = true;
            LegacyPatches.Apply();
        }

        public void AddActions(List<GameAction> actions)
        {
            if (Sends) actions.AddRange(Axes.Where(each => Exists(each.Name)));
        }

        public void Poll(List<string> pressed, List<string> released, ref Vector2? pointer)
        {
            InputPorts.State.AsksForReal = true;
            pointer = Input.mousePosition;
            InputPorts.State.AsksForReal = false;
            foreach (var each in KeyTable.All)
            {
                // What input.send plays is recorded by itself.
                var label = "key " + each.Code;
                if (Input.GetKeyDown(each.Old) && !InputPorts.State.IsDown(label)) pressed.Add(label);
                if (Input.GetKeyUp(each.Old) && !InputPorts.State.IsUp(label)) released.Add(label);
            }
            for (var button = 0; button < LegacyPatches.Buttons.Length; button++)
            {
                var label = LegacyPatches.Buttons[button];
                if (Input.GetMouseButtonDown(button) && !InputPorts.State.IsDown(label)) pressed.Add(label);
                if (Input.GetMouseButtonUp(button) && !InputPorts.State.IsUp(label)) released.Add(label);
            }
        }

        // The patches read the state when a script asks for it.
        public void Press(string label, bool isPressed)
        {
        }

        public void MovePointer(Vector2 place, Vector2 by)
        {
        }

        public void Scroll(Vector2 by)
        {
        }

        public void Axis(string axis, float value)
        {
        }

        public void Touch(Finger finger, string phase)
        {
        }

        public void Text(string text)
        {
        }

        public void End()
        {
            if (!patched) return;
            patched = false;
            LegacyPatches.Remove();
        }

        /// <summary>A project may have turned the old input off; each of its members throws then.</summary>
        private static bool IsUsable()
        {
            try
            {
                return Input.mousePosition.x > float.NegativeInfinity;
            }
            catch (InvalidOperationException)
            {
                return false;
            }
        }

        private static bool Exists(string axis)
        {
            try
            {
                Input.GetAxisRaw(axis);
                return true;
            }
            catch (ArgumentException)
            {
                return false;
            }
        }
    }
}
