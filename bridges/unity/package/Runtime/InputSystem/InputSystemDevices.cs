using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityEngine.InputSystem;
using UnityEngine.InputSystem.LowLevel;

namespace Worldwire
{
    /// <summary>
    /// The Input System: a keyboard, a mouse, a gamepad and a touchscreen of the bridge, whose states are queued like those of real devices.
    /// Devices exist from the first step that needs them to the loss of the link.
    /// </summary>
    internal sealed class InputSystemDevices : IInputDevices
    {
        private static readonly Dictionary<string, GamepadButton> PadButtons = new Dictionary<string, GamepadButton>
        {
            { "south", GamepadButton.South }, { "east", GamepadButton.East }, { "west", GamepadButton.West }, { "north", GamepadButton.North },
            { "left-shoulder", GamepadButton.LeftShoulder }, { "right-shoulder", GamepadButton.RightShoulder }, { "left-stick", GamepadButton.LeftStick },
            { "right-stick", GamepadButton.RightStick }, { "back", GamepadButton.Select }, { "start", GamepadButton.Start }, { "up", GamepadButton.DpadUp },
            { "down", GamepadButton.DpadDown }, { "left", GamepadButton.DpadLeft }, { "right", GamepadButton.DpadRight },
        };
        private readonly List<Key> keys = new List<Key>();
        private Keyboard keyboard;
        private Mouse mouse;
        private Gamepad gamepad;
        private Touchscreen touchscreen;
        private MouseState mouseState;
        private GamepadState padState;

#if UNITY_EDITOR
        [UnityEditor.InitializeOnLoadMethod]
#endif
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        internal static void Register()
        {
            if (!InputPorts.Devices.Any(each => each is InputSystemDevices)) InputPorts.Devices.Add(new InputSystemDevices());
        }

        public string Name
        {
            get { return "the Input System"; }
        }

        public bool Sends
        {
            get { return true; }
        }

        public bool Has(string kind)
        {
            return true;
        }

        public void Begin()
        {
            FocusBehavior.Ignore();
            // Unity removes devices when the editor stops the game.
            if (keyboard == null || !keyboard.added) keyboard = InputSystem.AddDevice<Keyboard>("Worldwire keyboard");
            if (mouse == null || !mouse.added) mouse = InputSystem.AddDevice<Mouse>("Worldwire mouse");
        }

        public void Press(string label, bool pressed)
        {
            var name = label.Substring(label.IndexOf(' ') + 1);
            if (label.StartsWith("key ", StringComparison.Ordinal)) PressKey(KeyTable.Find(name), pressed);
            else if (label.StartsWith("button ", StringComparison.Ordinal)) PressButton(name, pressed);
            else if (label.StartsWith("pad ", StringComparison.Ordinal)) PressPad(name, pressed);
        }

        public void MovePointer(Vector2 place, Vector2 by)
        {
            mouseState.position = place;
            mouseState.delta = by;
            QueueMouse();
        }

        public void Scroll(Vector2 by)
        {
            // One step of a wheel is 120 in the Input System before 1.6 on Windows, and 1 on other platforms.
            mouseState.scroll = by * (Application.platform == RuntimePlatform.WindowsPlayer || Application.platform == RuntimePlatform.WindowsEditor ? 120 : 1);
            QueueMouse();
        }

        public void Axis(string axis, float value)
        {
            switch (axis)
            {
                case "left-x": padState.leftStick.x = value; break;
                // The port counts down as positive, and Unity up.
                case "left-y": padState.leftStick.y = -value; break;
                case "right-x": padState.rightStick.x = value; break;
                case "right-y": padState.rightStick.y = -value; break;
                case "left-trigger": padState.leftTrigger = value; break;
                default: padState.rightTrigger = value; break;
            }
            QueuePad();
        }

        public void Touch(Finger finger, string phase)
        {
            if (touchscreen == null || !touchscreen.added) touchscreen = InputSystem.AddDevice<Touchscreen>("Worldwire touchscreen");
            var state = new TouchState { touchId = finger.Number + 1, position = finger.Place, delta = finger.Moved };
            state.phase = phase == "press" ? UnityEngine.InputSystem.TouchPhase.Began
                : phase == "move" ? UnityEngine.InputSystem.TouchPhase.Moved : UnityEngine.InputSystem.TouchPhase.Ended;
            InputSystem.QueueStateEvent(touchscreen, state);
        }

        public void Text(string text)
        {
            foreach (var character in text) InputSystem.QueueTextEvent(keyboard, character);
        }

        public void AddActions(List<GameAction> actions)
        {
            InputSystemActions.AddTo(actions);
        }

        public void Poll(List<string> pressed, List<string> released, ref Vector2? pointer)
        {
            foreach (var device in InputSystem.devices)
            {
                var board = device as Keyboard;
                var real = device as Mouse;
                if (board != null && board != keyboard) PollKeys(board, pressed, released);
                if (real == null || real == mouse) continue;
                pointer = real.position.ReadValue();
                PollButton(real.leftButton, "button left", pressed, released);
                PollButton(real.rightButton, "button right", pressed, released);
                PollButton(real.middleButton, "button middle", pressed, released);
            }
        }

        public void End()
        {
            foreach (var device in new InputDevice[] { keyboard, mouse, gamepad, touchscreen }) if (device != null && device.added) InputSystem.RemoveDevice(device);
            keyboard = null;
            mouse = null;
            gamepad = null;
            touchscreen = null;
            keys.Clear();
            mouseState = new MouseState();
            padState = new GamepadState();
            FocusBehavior.Restore();
        }

        private void PressKey(KeyEntry entry, bool pressed)
        {
            var key = (Key)Enum.Parse(typeof(Key), entry.Name);
            keys.Remove(key);
            if (pressed) keys.Add(key);
            if (keyboard != null && keyboard.added) InputSystem.QueueStateEvent(keyboard, new KeyboardState(keys.ToArray()));
        }

        private void PressButton(string name, bool pressed)
        {
            var button = name == "left" ? MouseButton.Left : name == "right" ? MouseButton.Right : MouseButton.Middle;
            mouseState = mouseState.WithButton(button, pressed);
            QueueMouse();
        }

        private void PressPad(string name, bool pressed)
        {
            GamepadButton button;
            if (!PadButtons.TryGetValue(name, out button)) return;
            padState = padState.WithButton(button, pressed);
            QueuePad();
        }

        private void QueueMouse()
        {
            if (mouse != null && mouse.added) InputSystem.QueueStateEvent(mouse, mouseState);
            mouseState.delta = Vector2.zero;
            mouseState.scroll = Vector2.zero;
        }

        private void QueuePad()
        {
            if (gamepad == null || !gamepad.added) gamepad = InputSystem.AddDevice<Gamepad>("Worldwire gamepad");
            InputSystem.QueueStateEvent(gamepad, padState);
        }

        private static void PollKeys(Keyboard board, List<string> pressed, List<string> released)
        {
            foreach (var each in KeyTable.All)
                PollButton(board[(Key)Enum.Parse(typeof(Key), each.Name)], "key " + each.Code, pressed, released);
        }

        private static void PollButton(UnityEngine.InputSystem.Controls.ButtonControl control, string label, List<string> pressed, List<string> released)
        {
            if (control.wasPressedThisFrame) pressed.Add(label);
            if (control.wasReleasedThisFrame) released.Add(label);
        }
    }
}
