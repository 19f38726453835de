using System;
using System.Collections.Generic;
using UnityEngine;

namespace Worldwire
{
    /// <summary>When a key or a button was pressed and released, in frames of the game.</summary>
    internal struct PressedSpan
    {
        public int Pressed;
        public int Released;

        public bool IsHeld(int frame)
        {
            return Pressed <= frame && Released > frame;
        }
    }

    /// <summary>A finger of input.send.</summary>
    internal sealed class Finger
    {
        public int Number;
        public Vector2 Place;
        public Vector2 Moved;
        public int Began;
        public int Changed;
        public int Ended = int.MaxValue;
    }

    /// <summary>
    /// What input.send holds. Changes are for the next frame, so that every script of that frame sees the same. Keys are labels, such as
    /// "key KeyW", "button left" or "pad south".
    /// </summary>
    internal sealed class InputState
    {
        private readonly Dictionary<string, PressedSpan> spans = new Dictionary<string, PressedSpan>();
        private readonly Dictionary<string, int> holders = new Dictionary<string, int>();
        public readonly Dictionary<string, float> Axes = new Dictionary<string, float>();
        public readonly Dictionary<int, Finger> Fingers = new Dictionary<int, Finger>();
        /// <summary>Pixels from the lower left corner, as Unity counts them.</summary>
        public Vector2 Pointer;
        /// <summary>Whether input.send has moved the pointer since a person did.</summary>
        public bool HasPointer;
        /// <summary>Whether the bridge itself asks for the real mouse, which patches must not answer then.</summary>
        public bool AsksForReal;
        public Vector2 Scroll;
        public int ScrollFrame = -1;

        /// <summary>A label was pressed (true) or released.</summary>
        public event Action<string, bool> Changed;

        /// <summary>The frame in which the game sees what is changed now.</summary>
        public static int NextFrame
        {
            get { return Time.frameCount + 1; }
        }

        public bool AnyPressed
        {
            get { return holders.Count > 0 || Fingers.Count > 0 || Axes.Count > 0; }
        }

        public IEnumerable<string> Pressed
        {
            get { return holders.Keys; }
        }

        /// <summary>Two holders, such as a key and an action with that key, press it once.</summary>
        public void Press(string label)
        {
            int count;
            holders.TryGetValue(label, out count);
            holders[label] = count + 1;
            if (count > 0) return;
            spans[label] = new PressedSpan { Pressed = NextFrame, Released = int.MaxValue };
            Tell(label, true);
        }

        public void Release(string label)
        {
            int count;
            if (!holders.TryGetValue(label, out count)) return;
            if (count > 1)
            {
                holders[label] = count - 1;
                return;
            }
            holders.Remove(label);
            var span = spans[label];
            span.Released = Math.Max(NextFrame, span.Pressed + 1);
            spans[label] = span;
            Tell(label, false);
        }

        public bool IsHeld(string label)
        {
            PressedSpan span;
            return spans.TryGetValue(label, out span) && span.IsHeld(Time.frameCount);
        }

        public bool IsDown(string label)
        {
            PressedSpan span;
            return spans.TryGetValue(label, out span) && span.Pressed == Time.frameCount;
        }

        public bool IsUp(string label)
        {
            PressedSpan span;
            return spans.TryGetValue(label, out span) && span.Released == Time.frameCount;
        }

        public Vector2 ScrollNow
        {
            get { return ScrollFrame == Time.frameCount ? Scroll : Vector2.zero; }
        }

        private void Tell(string label, bool pressed)
        {
            if (Changed != null) Changed(label, pressed);
        }
    }
}
