using System.Linq;
using UnityEngine;
using UnityEngine.EventSystems;

namespace Worldwire
{
    /// <summary>The mouse, touches and navigation that input.send plays. The real ones answer otherwise.</summary>
    [AddComponentMenu("")]
    internal sealed class BridgeInput : BaseInput
    {
        private static readonly string[] Buttons = { "button left", "button right", "button middle" };
        private Vector2? real;
        public BaseInput Before;
        public BaseInputModule Module;

        private static InputState State
        {
            get { return InputPorts.State; }
        }

        public override bool mousePresent
        {
            get { return true; }
        }

        public override Vector2 mousePosition
        {
            get
            {
                // A person who moves the mouse takes over.
                State.AsksForReal = true;
                var now = base.mousePosition;
                State.AsksForReal = false;
                if (real.HasValue && real.Value != now && !State.AnyPressed) State.HasPointer = false;
                real = now;
                return State.HasPointer ? State.Pointer : now;
            }
        }

        public override Vector2 mouseScrollDelta
        {
            get { return State.ScrollNow == Vector2.zero ? base.mouseScrollDelta : State.ScrollNow; }
        }

        public override bool touchSupported
        {
            get { return State.Fingers.Count > 0 || base.touchSupported; }
        }

        public override int touchCount
        {
            get { return State.Fingers.Count > 0 ? State.Fingers.Values.Count(Began) : base.touchCount; }
        }

        public override Touch GetTouch(int index)
        {
            if (State.Fingers.Count == 0) return base.GetTouch(index);
            var finger = State.Fingers.Values.Where(Began).ElementAt(index);
            return new Touch { fingerId = finger.Number, position = finger.Place, deltaPosition = finger.Moved, phase = PhaseOf(finger) };
        }

        public override bool GetMouseButton(int button)
        {
            return State.IsHeld(Buttons[button]) || base.GetMouseButton(button);
        }

        public override bool GetMouseButtonDown(int button)
        {
            return State.IsDown(Buttons[button]) || base.GetMouseButtonDown(button);
        }

        public override bool GetMouseButtonUp(int button)
        {
            return State.IsUp(Buttons[button]) || base.GetMouseButtonUp(button);
        }

        public override float GetAxisRaw(string axisName)
        {
            var value = 0f;
            if (axisName == "Horizontal") value = Part("key ArrowRight") - Part("key ArrowLeft");
            else if (axisName == "Vertical") value = Part("key ArrowUp") - Part("key ArrowDown");
            return value == 0 ? base.GetAxisRaw(axisName) : value;
        }

        public override bool GetButtonDown(string buttonName)
        {
            if (buttonName == "Submit" && (State.IsDown("key Enter") || State.IsDown("key NumpadEnter") || State.IsDown("key Space"))) return true;
            if (buttonName == "Cancel" && State.IsDown("key Escape")) return true;
            return base.GetButtonDown(buttonName);
        }

        private static bool Began(Finger finger)
        {
            return finger.Began <= Time.frameCount && finger.Ended >= Time.frameCount;
        }

        private static TouchPhase PhaseOf(Finger finger)
        {
            if (finger.Began == Time.frameCount) return TouchPhase.Began;
            if (finger.Ended == Time.frameCount) return TouchPhase.Ended;
            return finger.Changed == Time.frameCount ? TouchPhase.Moved : TouchPhase.Stationary;
        }

        private static float Part(string label)
        {
            return State.IsHeld(label) ? 1 : 0;
        }
    }
}
