using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace Worldwire
{
    /// <summary>
    /// Plays one sequence of steps. It runs at the end of each frame, and the game sees the changes in the next frame. The answer comes at the
    /// end of the frame in which the game has seen the last of them.
    /// </summary>
    internal sealed class InputPlayer
    {
        private readonly List<PlannedStep> steps;
        private readonly InputActs acts;
        private readonly Action<InputPlayer> ended;
        private readonly Action<InputPlayer> released;
        private bool isBegun;
        private readonly Stopwatch clock = Stopwatch.StartNew();
        private readonly int before;
        private readonly Dictionary<PlannedStep, int> clicks = new Dictionary<PlannedStep, int>();

        public InputPlayer(List<PlannedStep> steps, InputActs acts, int frame, Action<InputPlayer> ended, Action<InputPlayer> released)
        {
            this.steps = steps;
            this.acts = acts;
            this.ended = ended;
            this.released = released;
            before = frame;
        }

        /// <summary>Whether it had its first frame and has steps that have not ended.</summary>
        public bool IsUnderWay
        {
            get { return isBegun && steps.Any(each => each.EndFrame < 0); }
        }

        /// <summary>At the end of a frame. Whether the sequence is over.</summary>
        public bool Frame(int frame)
        {
            var next = frame + 1;
            isBegun = true;
            foreach (var step in steps)
            {
                if (step.Frame >= 0 && step.EndFrame < 0 && HoldIsOver(step, next)) Release(step, next);
            }
            for (var at = 0; at < steps.Count; at++)
            {
                if (steps[at].Frame < 0 && IsDue(at, next)) Begin(steps[at], next);
            }
            if (steps.Any(each => each.EndFrame < 0 || each.EndFrame > frame)) return false;
            ended(this);
            return true;
        }

        public JsonObject Result(int frame)
        {
            var receipts = JsonList.Of(steps.Select(each => each.Receipt));
            var frames = new JsonObject { { "before", before }, { "after", frame } };
            return new JsonObject { { "steps", receipts }, { "frames", frames }, { "held", JsonList.Of(acts.Held) } };
        }

        private bool IsDue(int at, int next)
        {
            var step = steps[at];
            if (step.At.HasValue)
                return step.At.Value.InFrames ? next - before - 1 >= step.At.Value.Frames : clock.Elapsed.TotalMilliseconds >= step.At.Value.Ms;
            if (at == 0) return true;
            var last = steps[at - 1];
            return last.EndFrame >= 0 && last.EndFrame < next;
        }

        private void Begin(PlannedStep step, int next)
        {
            step.Frame = next;
            step.Receipt = acts.Begin(step, next);
            if (step.Phase == "tap") Restart(step);
            else step.EndFrame = next;
            if (step.Kind == "release-all") released(this);
        }

        private void Restart(PlannedStep step)
        {
            step.BeganMs = clock.Elapsed.TotalMilliseconds;
        }

        private bool HoldIsOver(PlannedStep step, int next)
        {
            int clicked;
            clicks.TryGetValue(step, out clicked);
            // Each further click of a double click takes one frame to press and one to release.
            if (clicked > 0) return true;
            if (step.Hold.InFrames) return next - step.Frame >= Math.Max(1, step.Hold.Frames);
            return clock.Elapsed.TotalMilliseconds - step.BeganMs >= step.Hold.Ms && next > step.Frame;
        }

        private void Release(PlannedStep step, int next)
        {
            int clicked;
            clicks.TryGetValue(step, out clicked);
            var again = clicked % 2 == 1;
            if (again) acts.PressAgain(step);
            else acts.Release(step);
            clicks[step] = ++clicked;
            if (clicked >= step.Count * 2 - 1) step.EndFrame = next;
        }
    }
}
