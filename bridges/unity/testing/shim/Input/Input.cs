// Part of the shim.
using System;
using System.Collections.Generic;
using Worldwire.Shim;

namespace UnityEngine
{
    public enum TouchPhase { Began, Moved, Stationary, Ended, Canceled }

    public struct Touch
    {
        public int fingerId { get; set; }
        public Vector2 position { get; set; }
        public Vector2 deltaPosition { get; set; }
        public TouchPhase phase { get; set; }
        public int tapCount { get; set; }
        public float pressure { get; set; }
    }

    /// <summary>Read-only for scripts, like in Unity. ShimDevices plays the person.</summary>
    public class Input
    {
        public static bool anyKey { get { return ShimDevices.Held.Count > 0; } }
        public static bool anyKeyDown { get { return ShimDevices.Pressed.Count > 0; } }
        public static string inputString { get { return ""; } }
        public static Vector3 mousePosition
        {
            get
            {
                Vector3 played;
                return ShimPatches.Answers(System.Reflection.MethodBase.GetCurrentMethod(), null, new object[0], out played) ? played : ShimDevices.Mouse;
            }
        }
        public static Vector2 mouseScrollDelta { get { return ShimDevices.Scroll; } }
        public static bool mousePresent { get { return true; } }
        public static bool touchSupported { get { return false; } }
        public static int touchCount { get { return 0; } }
        public static Touch[] touches { get { return new Touch[0]; } }
        public static Touch GetTouch(int index) { throw new ArgumentException("Index out of bounds."); }
        public static bool GetKey(KeyCode key)
        {
            bool played;
            return ShimPatches.Answers(System.Reflection.MethodBase.GetCurrentMethod(), null, new object[] { key }, out played) ? played : ShimDevices.Held.Contains(key);
        }
        public static bool GetKeyDown(KeyCode key)
        {
            bool played;
            return ShimPatches.Answers(System.Reflection.MethodBase.GetCurrentMethod(), null, new object[] { key }, out played) ? played : ShimDevices.Pressed.Contains(key);
        }
        public static bool GetKeyUp(KeyCode key) { return ShimDevices.Released.Contains(key); }
        public static bool GetMouseButton(int button) { return GetKey(KeyCode.Mouse0 + button); }
        public static bool GetMouseButtonDown(int button) { return GetKeyDown(KeyCode.Mouse0 + button); }
        public static bool GetMouseButtonUp(int button) { return GetKeyUp(KeyCode.Mouse0 + button); }
        public static float GetAxis(string axisName) { return GetAxisRaw(axisName); }
        public static float GetAxisRaw(string axisName)
        {
            float played;
            if (ShimPatches.Answers(System.Reflection.MethodBase.GetCurrentMethod(), null, new object[] { axisName }, out played)) return played;
            if (axisName == "Horizontal") return Part(KeyCode.RightArrow, KeyCode.D) - Part(KeyCode.LeftArrow, KeyCode.A);
            if (axisName == "Vertical") return Part(KeyCode.UpArrow, KeyCode.W) - Part(KeyCode.DownArrow, KeyCode.S);
            if (axisName == "Jump" || axisName == "Fire1" || axisName == "Submit" || axisName == "Cancel") return GetButton(axisName) ? 1 : 0;
            throw new ArgumentException("Input Axis " + axisName + " is not setup.");
        }
        public static bool GetButton(string buttonName) { return GetKey(KeyOf(buttonName)); }
        public static bool GetButtonDown(string buttonName) { return GetKeyDown(KeyOf(buttonName)); }
        public static bool GetButtonUp(string buttonName) { return GetKeyUp(KeyOf(buttonName)); }
        public static string[] GetJoystickNames() { return new string[0]; }

        private static float Part(KeyCode one, KeyCode other) { return GetKey(one) || GetKey(other) ? 1 : 0; }
        private static KeyCode KeyOf(string button)
        {
            if (button == "Jump") return KeyCode.Space;
            if (button == "Fire1") return KeyCode.Mouse0;
            if (button == "Submit") return KeyCode.Return;
            if (button == "Cancel") return KeyCode.Escape;
            throw new ArgumentException("Input Button " + button + " is not setup.");
        }
    }

    public enum EventType { MouseDown, MouseUp, MouseMove, MouseDrag, KeyDown, KeyUp, ScrollWheel, Repaint, Layout, Ignore = 11, Used = 12 }

    [Flags]
    public enum EventModifiers { None = 0, Shift = 1, Control = 2, Alt = 4, Command = 8 }

    /// <summary>Events of IMGUI. Text fields of uGUI take them from a queue that only the window fills.</summary>
    public sealed class Event
    {
        public EventType type { get; set; }
        public KeyCode keyCode { get; set; }
        public char character { get; set; }
        public EventModifiers modifiers { get; set; }
        public static bool PopEvent(Event outEvent)
        {
            if (ShimDevices.Typed.Count == 0) return false;
            var next = ShimDevices.Typed.Dequeue();
            outEvent.type = next.type;
            outEvent.keyCode = next.keyCode;
            outEvent.character = next.character;
            return true;
        }
    }
}

namespace Worldwire.Shim
{
    using UnityEngine;

    /// <summary>What a person does with the keyboard and the mouse, for tests of recordings.</summary>
    public static class ShimDevices
    {
        public static readonly HashSet<KeyCode> Held = new HashSet<KeyCode>(), Pressed = new HashSet<KeyCode>(), Released = new HashSet<KeyCode>();
        public static readonly Queue<Event> Typed = new Queue<Event>();
        public static Vector3 Mouse;
        public static Vector2 Scroll;

        public static void Press(KeyCode key) { if (Held.Add(key)) Pressed.Add(key); }
        public static void Release(KeyCode key) { if (Held.Remove(key)) Released.Add(key); }
        internal static void EndFrame() { Pressed.Clear(); Released.Clear(); Scroll = Vector2.zero; }
    }
}
