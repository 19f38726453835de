// Part of the shim.
using System;
using System.Collections;
using System.Collections.Generic;
using UnityEngine.InputSystem.Controls;
using UnityEngine.InputSystem.LowLevel;
using UnityEngine.InputSystem.Utilities;

namespace UnityEngine.InputSystem.Utilities
{
    public struct FourCC { }

    public struct ReadOnlyArray<TValue> : IEnumerable<TValue>
    {
        private readonly TValue[] m_Array;
        public ReadOnlyArray(TValue[] array) { m_Array = array; }
        public int Count { get { return m_Array == null ? 0 : m_Array.Length; } }
        public TValue this[int index] { get { return m_Array[index]; } }
        public IEnumerator<TValue> GetEnumerator() { return ((IEnumerable<TValue>)(m_Array ?? new TValue[0])).GetEnumerator(); }
        IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }
    }
}

namespace UnityEngine.InputSystem.Controls
{
    public class ButtonControl : InputControl
    {
        internal bool ShimNow, ShimBefore;
        public bool isPressed { get { return ShimNow; } }
        public bool wasPressedThisFrame { get { return ShimNow && !ShimBefore; } }
        public bool wasReleasedThisFrame { get { return !ShimNow && ShimBefore; } }
    }
    public class KeyControl : ButtonControl { public Key keyCode { get; internal set; } }
    public class Vector2Control : InputControl
    {
        internal Vector2 ShimValue;
        public Vector2 ReadValue() { return ShimValue; }
    }
    public class AxisControl : InputControl
    {
        internal float ShimValue;
        public float ReadValue() { return ShimValue; }
    }
}

namespace UnityEngine.InputSystem
{
    using UnityEngine.InputSystem.Controls;

    public enum TouchPhase { None, Began, Moved, Ended, Canceled, Stationary }

    public abstract class InputControl
    {
        public string name { get; internal set; }
        public InputDevice device { get; internal set; }
    }

    public class InputDevice : InputControl
    {
        internal readonly Dictionary<string, InputControl> ShimControls = new Dictionary<string, InputControl>();
        public int deviceId { get; internal set; }
        public bool added { get; internal set; }
        public bool native { get { return false; } }
        public bool canRunInBackground { get { return true; } }

        public virtual void MakeCurrent() { }
        internal T Make<T>(string name) where T : InputControl, new()
        {
            var made = new T { name = name, device = this };
            ShimControls[name] = made;
            return made;
        }
        internal virtual void ShimTake(object state) { }
        internal virtual void ShimFrame()
        {
            foreach (var each in ShimControls.Values) { var button = each as ButtonControl; if (button != null) button.ShimBefore = button.ShimNow; }
        }
    }

    public class Keyboard : InputDevice
    {
        private readonly Dictionary<Key, KeyControl> m_Keys = new Dictionary<Key, KeyControl>();
        public Keyboard()
        {
            name = "Keyboard";
            foreach (Key key in Enum.GetValues(typeof(Key)))
            {
                if (m_Keys.ContainsKey(key)) continue;
                var made = Make<KeyControl>(char.ToLowerInvariant(key.ToString()[0]) + key.ToString().Substring(1));
                made.keyCode = key;
                m_Keys[key] = made;
            }
        }
        public static Keyboard current { get; internal set; }
        public event Action<char> onTextInput;
        public KeyControl this[Key key] { get { return m_Keys[key]; } }
        public override void MakeCurrent() { current = this; }
        internal void ShimText(char character) { if (onTextInput != null) onTextInput(character); }
        internal override void ShimTake(object state)
        {
            var pressed = new HashSet<Key>(((KeyboardState)state).ShimKeys ?? new Key[0]);
            foreach (var each in m_Keys.Values) each.ShimNow = pressed.Contains(each.keyCode);
        }
    }

    public class Pointer : InputDevice
    {
        public Pointer() { position = Make<Vector2Control>("position"); delta = Make<Vector2Control>("delta"); }
        public Vector2Control position { get; private set; }
        public Vector2Control delta { get; private set; }
        public static Pointer current { get; internal set; }
        public override void MakeCurrent() { current = this; }
        internal override void ShimFrame() { base.ShimFrame(); delta.ShimValue = Vector2.zero; }
    }

    public class Mouse : Pointer
    {
        public Mouse()
        {
            name = "Mouse";
            scroll = Make<Vector2Control>("scroll");
            leftButton = Make<ButtonControl>("leftButton");
            rightButton = Make<ButtonControl>("rightButton");
            middleButton = Make<ButtonControl>("middleButton");
        }
        public static new Mouse current { get; internal set; }
        public Vector2Control scroll { get; private set; }
        public ButtonControl leftButton { get; private set; }
        public ButtonControl rightButton { get; private set; }
        public ButtonControl middleButton { get; private set; }
        public override void MakeCurrent() { base.MakeCurrent(); current = this; }
        internal override void ShimFrame() { base.ShimFrame(); scroll.ShimValue = Vector2.zero; }
        internal override void ShimTake(object state)
        {
            var next = (MouseState)state;
            position.ShimValue = next.position;
            delta.ShimValue += next.delta;
            scroll.ShimValue += next.scroll;
            leftButton.ShimNow = (next.buttons & 1) != 0;
            rightButton.ShimNow = (next.buttons & 2) != 0;
            middleButton.ShimNow = (next.buttons & 4) != 0;
        }
    }

    public class Gamepad : InputDevice
    {
        private static readonly string[] Names =
        {
            "dpad/up", "dpad/down", "dpad/left", "dpad/right", "buttonNorth", "buttonEast", "buttonSouth", "buttonWest",
            "leftStickPress", "rightStickPress", "leftShoulder", "rightShoulder", "start", "select"
        };
        public Gamepad()
        {
            name = "Gamepad";
            foreach (var each in Names) Make<ButtonControl>(each);
            foreach (var each in new[] { "left", "right", "up", "down" }) Make<ButtonControl>("leftStick/" + each);
            leftStick = Make<Vector2Control>("leftStick");
            rightStick = Make<Vector2Control>("rightStick");
            leftTrigger = Make<AxisControl>("leftTrigger");
            rightTrigger = Make<AxisControl>("rightTrigger");
        }
        public static Gamepad current { get; internal set; }
        public ButtonControl buttonSouth { get { return (ButtonControl)ShimControls["buttonSouth"]; } }
        public Vector2Control leftStick { get; private set; }
        public Vector2Control rightStick { get; private set; }
        public AxisControl leftTrigger { get; private set; }
        public AxisControl rightTrigger { get; private set; }
        public override void MakeCurrent() { current = this; }
        private ButtonControl Button(string name) { return (ButtonControl)ShimControls[name]; }
        internal override void ShimTake(object state)
        {
            var next = (GamepadState)state;
            for (var at = 0; at < Names.Length; at++) ((ButtonControl)ShimControls[Names[at]]).ShimNow = (next.buttons & 1u << at) != 0;
            leftStick.ShimValue = next.leftStick;
            Button("leftStick/left").ShimNow = next.leftStick.x < -0.5f;
            Button("leftStick/right").ShimNow = next.leftStick.x > 0.5f;
            Button("leftStick/up").ShimNow = next.leftStick.y > 0.5f;
            Button("leftStick/down").ShimNow = next.leftStick.y < -0.5f;
            rightStick.ShimValue = next.rightStick;
            leftTrigger.ShimValue = next.leftTrigger;
            rightTrigger.ShimValue = next.rightTrigger;
        }
    }

    public class Touchscreen : Pointer
    {
        internal readonly Dictionary<int, TouchState> ShimTouches = new Dictionary<int, TouchState>();
        public Touchscreen() { name = "Touchscreen"; }
        public static new Touchscreen current { get; internal set; }
        public override void MakeCurrent() { base.MakeCurrent(); current = this; }
        internal override void ShimTake(object state)
        {
            var next = (TouchState)state;
            position.ShimValue = next.position;
            if (next.phase == TouchPhase.Ended || next.phase == TouchPhase.Canceled) ShimTouches.Remove(next.touchId);
            else ShimTouches[next.touchId] = next;
        }
    }
}

namespace UnityEngine.InputSystem.LowLevel
{
    public interface IInputStateTypeInfo { FourCC format { get; } }

    public enum MouseButton { Left, Right, Middle, Forward, Back }

    public enum GamepadButton
    {
        DpadUp = 0, DpadDown = 1, DpadLeft = 2, DpadRight = 3, North = 4, East = 5, South = 6, West = 7, LeftStick = 8, RightStick = 9,
        LeftShoulder = 10, RightShoulder = 11, Start = 12, Select = 13, LeftTrigger = 32, RightTrigger = 33
    }

    public struct KeyboardState : IInputStateTypeInfo
    {
        internal readonly Key[] ShimKeys;
        public KeyboardState(params Key[] pressedKeys) { ShimKeys = (Key[])pressedKeys.Clone(); }
        public FourCC format { get { return new FourCC(); } }
    }

    public struct MouseState : IInputStateTypeInfo
    {
        public Vector2 position;
        public Vector2 delta;
        public Vector2 scroll;
        public ushort buttons;
        public ushort clickCount;
        public MouseState WithButton(MouseButton button, bool state = true)
        {
            var bit = 1 << (int)button;
            buttons = (ushort)(state ? buttons | bit : buttons & ~bit);
            return this;
        }
        public FourCC format { get { return new FourCC(); } }
    }

    public struct GamepadState : IInputStateTypeInfo
    {
        public uint buttons;
        public Vector2 leftStick;
        public Vector2 rightStick;
        public float leftTrigger;
        public float rightTrigger;
        public GamepadState WithButton(GamepadButton button, bool value = true)
        {
            var bit = 1u << (int)button;
            buttons = value ? buttons | bit : buttons & ~bit;
            return this;
        }
        public FourCC format { get { return new FourCC(); } }
    }

    public struct TouchState : IInputStateTypeInfo
    {
        public int touchId;
        public Vector2 position;
        public Vector2 delta;
        public float pressure;
        public TouchPhase phase { get; set; }
        public FourCC format { get { return new FourCC(); } }
    }
}
