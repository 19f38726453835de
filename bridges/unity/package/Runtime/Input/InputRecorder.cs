using System.Collections.Generic;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Records input of people and of input.send as steps that input.send can send again.</summary>
    internal sealed class InputRecorder
    {
        private const int MaxSteps = 1000;
        private readonly List<JsonObject> steps = new List<JsonObject>();
        private readonly List<string> pressed = new List<string>();
        private readonly List<string> released = new List<string>();
        private int start;
        private int dropped;
        private Vector2? last;

        public bool Runs { get; private set; }

        /// <summary>A second start restarts.</summary>
        public void Start()
        {
            Runs = true;
            steps.Clear();
            dropped = 0;
            start = Time.frameCount;
            last = null;
        }

        public JsonObject Stop()
        {
            if (!Runs) throw Refusal.Invalid("no recording runs", "start one with action: \"start\"");
            Runs = false;
            return Result(JsonList.Of(steps));
        }

        public JsonObject Result(JsonList shown)
        {
            return new JsonObject { { "recording", Runs }, { "steps", shown }, { "frames", Time.frameCount - start }, { "dropped", dropped } };
        }

        /// <summary>A step of input.send, which the game sees in the next frame.</summary>
        public void Add(JsonObject step)
        {
            if (Runs) Add(step, InputState.NextFrame);
        }

        /// <summary>Reads what people do. At the end of each frame while it runs.</summary>
        public void Poll()
        {
            foreach (var each in InputPorts.Devices)
            {
                Vector2? pointer = null;
                pressed.Clear();
                released.Clear();
                each.Poll(pressed, released, ref pointer);
                if (pointer.HasValue && last.HasValue && pointer.Value != last.Value)
                    Add(new JsonObject { { "kind", "move" }, { "x", pointer.Value.x }, { "y", Screen.height - pointer.Value.y } }, Time.frameCount);
                if (pointer.HasValue) last = pointer;
                foreach (var label in pressed) Add(StepOf(label, "press"), Time.frameCount);
                foreach (var label in released) Add(StepOf(label, "release"), Time.frameCount);
            }
        }

        private static JsonObject StepOf(string label, string phase)
        {
            var space = label.IndexOf(' ');
            var kind = label.Substring(0, space);
            return new JsonObject { { "kind", kind }, { kind == "key" ? "key" : "button", label.Substring(space + 1) }, { "phase", phase } };
        }

        private void Add(JsonObject step, int frame)
        {
            if (steps.Count >= MaxSteps)
            {
                dropped++;
                return;
            }
            step["at"] = new JsonObject { { "frames", frame - start } };
            steps.Add(step);
        }
    }
}
