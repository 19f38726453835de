using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

namespace Worldwire
{
    /// <summary>
    /// Prefixes for the members of UnityEngine.Input, which Harmony puts before them. Each answers for what input.send plays, and lets the real
    /// input answer otherwise. The names of their parameters are those of Unity.
    /// </summary>
    internal static class LegacyPatches
    {
        public static readonly string[] Buttons = { "button left", "button right", "button middle" };
        private static readonly List<KeyValuePair<MethodInfo, MethodInfo>> applied = new List<KeyValuePair<MethodInfo, MethodInfo>>();
        private static readonly Dictionary<KeyCode, string> labels = KeyTable.All.ToDictionary(each => each.Old, each => "key " + each.Code);

        private static InputState State
        {
            get { return InputPorts.State; }
        }

        public static void Apply()
        {
            Patch("GetKey", "Key", typeof(KeyCode));
            Patch("GetKeyDown", "KeyDown", typeof(KeyCode));
            Patch("GetKeyUp", "KeyUp", typeof(KeyCode));
            Patch("GetMouseButton", "MouseButton", typeof(int));
            Patch("GetMouseButtonDown", "MouseButtonDown", typeof(int));
            Patch("GetMouseButtonUp", "MouseButtonUp", typeof(int));
            Patch("GetButton", "Button", typeof(string));
            Patch("GetButtonDown", "ButtonDown", typeof(string));
            Patch("GetButtonUp", "ButtonUp", typeof(string));
            Patch("GetAxis", "Axis", typeof(string));
            Patch("GetAxisRaw", "Axis", typeof(string));
            Patch("get_mousePosition", "MousePosition");
            Patch("get_mouseScrollDelta", "MouseScroll");
        }

        public static void Remove()
        {
            foreach (var each in applied) HarmonyPort.Unpatch(each.Key, each.Value);
            applied.Clear();
        }

        private static void Patch(string original, string prefix, params Type[] types)
        {
            var target = typeof(Input).GetMethod(original, BindingFlags.Static | BindingFlags.Public, null, types, null);
            var own = typeof(LegacyPatches).GetMethod(prefix, BindingFlags.Static | BindingFlags.NonPublic);
            if (target == null) return;
            HarmonyPort.Patch(target, own);
            applied.Add(new KeyValuePair<MethodInfo, MethodInfo>(target, own));
        }

        /// <summary>Whether the real input is to answer.</summary>
        private static bool Answer(bool played, ref bool result)
        {
            if (played) result = true;
            return !played;
        }

        private static string LabelOf(KeyCode key)
        {
            string label;
            return labels.TryGetValue(key, out label) ? label : "";
        }

        private static bool Key(KeyCode key, ref bool __result)
        {
            return Answer(State.IsHeld(LabelOf(key)), ref __result);
        }

        private static bool KeyDown(KeyCode key, ref bool __result)
        {
            return Answer(State.IsDown(LabelOf(key)), ref __result);
        }

        private static bool KeyUp(KeyCode key, ref bool __result)
        {
            return Answer(State.IsUp(LabelOf(key)), ref __result);
        }

        private static bool MouseButton(int button, ref bool __result)
        {
            return Answer(button >= 0 && button < Buttons.Length && State.IsHeld(Buttons[button]), ref __result);
        }

        private static bool MouseButtonDown(int button, ref bool __result)
        {
            return Answer(button >= 0 && button < Buttons.Length && State.IsDown(Buttons[button]), ref __result);
        }

        private static bool MouseButtonUp(int button, ref bool __result)
        {
            return Answer(button >= 0 && button < Buttons.Length && State.IsUp(Buttons[button]), ref __result);
        }

        private static bool Button(string buttonName, ref bool __result)
        {
            return Answer(LabelsOf(buttonName).Any(State.IsHeld), ref __result);
        }

        private static bool ButtonDown(string buttonName, ref bool __result)
        {
            return Answer(LabelsOf(buttonName).Any(State.IsDown), ref __result);
        }

        private static bool ButtonUp(string buttonName, ref bool __result)
        {
            return Answer(LabelsOf(buttonName).Any(State.IsUp), ref __result);
        }

        private static bool Axis(string axisName, ref float __result)
        {
            var value = 0f;
            if (axisName == "Horizontal") value = Part("key ArrowRight", "key KeyD") - Part("key ArrowLeft", "key KeyA");
            else if (axisName == "Vertical") value = Part("key ArrowUp", "key KeyW") - Part("key ArrowDown", "key KeyS");
            else if (LabelsOf(axisName).Any(State.IsHeld)) value = 1;
            if (value == 0) return true;
            __result = value;
            return false;
        }

        private static bool MousePosition(ref Vector3 __result)
        {
            if (!State.HasPointer || State.AsksForReal) return true;
            __result = State.Pointer;
            return false;
        }

        private static bool MouseScroll(ref Vector2 __result)
        {
            if (State.ScrollNow == Vector2.zero) return true;
            __result = State.ScrollNow;
            return false;
        }

        private static float Part(string one, string other)
        {
            return State.IsHeld(one) || State.IsHeld(other) ? 1 : 0;
        }

        private static IEnumerable<string> LabelsOf(string axis)
        {
            var found = LegacyInput.Axes.FirstOrDefault(each => each.Name == axis);
            return found == null ? (IEnumerable<string>)new string[0] : found.Bindings;
        }
    }
}
