using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Reads the steps of input.send. All are refused if one is wrong, so that nothing is sent before.</summary>
    internal sealed class InputStepReader
    {
        private const int MaxSteps = 1000;
        private const double MaxMs = 60000;
        private const int MaxFrames = 3600;
        private const int MaxText = 10000;
        private const int MaxFinger = 9;
        private static readonly string[] Kinds = { "key", "text", "move", "button", "scroll", "pad", "axis", "touch", "action", "release-all" };
        private static readonly string[] Phases = { "press", "release", "tap" };
        public static readonly string[] PadButtons =
        {
            "south", "east", "west", "north", "left-shoulder", "right-shoulder", "left-stick", "right-stick", "back", "start", "guide", "up", "down",
            "left", "right",
        };
        public static readonly string[] PadAxes = { "left-x", "left-y", "right-x", "right-y", "left-trigger", "right-trigger" };

        private readonly HashSet<int> fingers;
        private readonly IList<GameAction> actions;
        private int number;

        public InputStepReader(IEnumerable<int> fingers, IList<GameAction> actions)
        {
            this.fingers = new HashSet<int>(fingers);
            this.actions = actions;
        }

        public List<PlannedStep> Read(Params given)
        {
            var list = given.List("steps");
            if (list.Count == 0) throw Refusal.Invalid("steps is empty", "send at least one step, such as {\"kind\":\"key\",\"key\":\"Space\"}");
            if (list.Count > MaxSteps)
                throw Refusal.Invalid("there are " + list.Count + " steps, and " + MaxSteps + " are allowed", "send them in several calls");
            var steps = new List<PlannedStep>();
            var ms = 0.0;
            foreach (var each in list)
            {
                number++;
                var fields = each as JsonObject;
                if (fields == null) throw Wrong("it is " + Params.Shown(each) + " and must be an object", "send it as in {\"kind\":\"key\",\"key\":\"Space\"}");
                var step = ReadStep(new Params(fields));
                step.Source = fields;
                steps.Add(step);
                ms = (step.At.HasValue ? step.At.Value.AboutMs : ms) + (step.Phase == "tap" ? step.Hold.AboutMs * step.Count : 0);
                if (ms > MaxMs) throw Wrong("it would end after " + Math.Round(ms) + " ms, and 60,000 are allowed", "send the steps in several calls");
            }
            return steps;
        }

        private PlannedStep ReadStep(Params fields)
        {
            var kind = OneOf(fields, "kind", Kinds, null);
            var step = new PlannedStep { Kind = kind, At = Span(fields, "at") };
            switch (kind)
            {
                case "key":
                    ReadPressed(fields, step, Phases);
                    step.Label = "key " + Key(fields).Code;
                    break;
                case "text":
                    step.Text = Text(fields, "text");
                    if (step.Text.Length > MaxText) throw Wrong("its text has " + step.Text.Length + " characters, and " + MaxText + " are allowed", "send it in several steps");
                    step.Phase = "once";
                    break;
                case "move":
                    step.Relative = Flag(fields, "relative");
                    ReadPlace(fields, step, true);
                    step.Phase = "once";
                    break;
                case "button":
                    ReadPressed(fields, step, Phases);
                    step.Label = "button " + OneOf(fields, "button", new[] { "left", "right", "middle" }, "left");
                    step.Count = Whole(fields, "count", 1, 10, 1);
                    ReadPlace(fields, step, false);
                    break;
                case "scroll":
                    ReadPlace(fields, step, false);
                    if (!fields.Has("dx") && !fields.Has("dy")) throw Wrong("dx and dy are missing", "send dy: 1 to scroll down by one step of a wheel");
                    Number(fields, "dx", -1000, 1000, 0);
                    Number(fields, "dy", -1000, 1000, 0);
                    step.Phase = "once";
                    break;
                case "pad":
                    ReadPressed(fields, step, Phases);
                    step.Label = "pad " + OneOf(fields, "button", PadButtons, null);
                    Device(fields);
                    break;
                case "axis":
                    step.Axis = OneOf(fields, "axis", PadAxes, null);
                    step.Value = Number(fields, "value", step.Axis.EndsWith("trigger", StringComparison.Ordinal) ? 0 : -1, 1, null);
                    step.Phase = "once";
                    Device(fields);
                    break;
                case "touch":
                    ReadTouch(fields, step);
                    break;
                case "action":
                    ReadPressed(fields, step, Phases);
                    step.Value = Number(fields, "strength", 0, 1, 1);
                    step.Action = Action(fields);
                    break;
                default:
                    step.Phase = "once";
                    break;
            }
            if (kind == "pad" || kind == "axis" || kind == "touch") Need(kind);
            return step;
        }

        private void ReadTouch(Params fields, PlannedStep step)
        {
            ReadPressed(fields, step, new[] { "press", "release", "tap", "move" });
            step.Finger = Whole(fields, "finger", 0, MaxFinger, 0);
            ReadPlace(fields, step, true);
            if (step.Phase == "move" && !fingers.Contains(step.Finger))
                throw Wrong("finger " + step.Finger + " moves and is not pressed", "send a step with phase: \"press\" of the same finger before");
            if (step.Phase == "press") fingers.Add(step.Finger);
            else if (step.Phase != "move") fingers.Remove(step.Finger);
        }

        private void Need(string kind)
        {
            if (InputPorts.Devices.Any(each => each.Has(kind)) || (kind == "touch" && InputPorts.Interface != null)) return;
            throw Refusal.Unsupported(
                "step " + number + " is of the kind " + kind + ", and this game has no Input System package, without which scripts cannot play it",
                "use keys or the mouse");
        }

        private KeyEntry Key(Params fields)
        {
            var code = Text(fields, "key");
            var found = KeyTable.Find(code);
            if (found != null) return found;
            var nearest = code.Length == 1 && char.IsLetterOrDigit(code[0])
                ? "did you mean " + (char.IsDigit(code[0]) ? "Digit" : "Key") + char.ToUpperInvariant(code[0]) + "?"
                : NearNames.Hint(code, KeyTable.Codes);
            throw Wrong("there is no key " + Params.Shown(code), nearest + " Keys are codes of the web, such as KeyW, Space or ArrowLeft");
        }

        private string Action(Params fields)
        {
            var name = Text(fields, "action");
            if (actions.Any(each => each.Name == name)) return name;
            throw Wrong("the game has no action " + Params.Shown(name), NearNames.Hint(name, actions.Select(each => each.Name)) + " input.actions lists them");
        }

        private void ReadPressed(Params fields, PlannedStep step, string[] phases)
        {
            step.Phase = OneOf(fields, "phase", phases, "tap");
            step.Hold = Span(fields, "hold") ?? step.Hold;
        }

        private void ReadPlace(Params fields, PlannedStep step, bool needed)
        {
            step.Normalized = Flag(fields, "normalized");
            if (!needed && !fields.Has("x") && !fields.Has("y")) return;
            step.HasPlace = true;
            if (step.Relative)
            {
                step.X = Number(fields, "x", -100000, 100000, null);
                step.Y = Number(fields, "y", -100000, 100000, null);
                return;
            }
            step.X = Number(fields, "x", double.MinValue, double.MaxValue, null);
            step.Y = Number(fields, "y", double.MinValue, double.MaxValue, null);
            var width = step.Normalized ? 1.0 : Screen.width;
            var height = step.Normalized ? 1.0 : Screen.height;
            if (step.X < 0 || step.Y < 0 || step.X > width || step.Y > height)
                throw Wrong(
                    "the place " + step.X + ", " + step.Y + " is outside of the picture",
                    "x is from 0 to " + width + " and y from 0 to " + height + ", from the upper left corner");
        }

        private InputSpan? Span(Params fields, string name)
        {
            if (!fields.Has(name)) return null;
            var span = fields.Get(name) as JsonObject;
            var frames = span == null ? null : Params.NumberIn(span.Get("frames"));
            var ms = span == null ? null : Params.NumberIn(span.Get("ms"));
            if (frames.HasValue == ms.HasValue) throw Wrong(name + " is " + Params.Shown(fields.Get(name)), "send {\"frames\":10} or {\"ms\":500}");
            if (frames.HasValue && (frames < 0 || frames > MaxFrames || frames != Math.Floor(frames.Value)))
                throw Wrong(name + ".frames is " + Params.Shown(span.Get("frames")), "frames are a whole number from 0 to " + MaxFrames);
            if (ms.HasValue && !(ms >= 0 && ms <= MaxMs)) throw Wrong(name + ".ms is " + Params.Shown(span.Get("ms")), "ms are from 0 to 60000");
            return new InputSpan { InFrames = frames.HasValue, Frames = (int)(frames ?? 0), Ms = ms ?? 0 };
        }

        private string OneOf(Params fields, string name, string[] allowed, string otherwise)
        {
            if (!fields.Has(name) && otherwise != null) return otherwise;
            var value = fields.Get(name) as string;
            if (value != null && Array.IndexOf(allowed, value) >= 0) return value;
            var what = fields.Has(name) ? name + " is " + Params.Shown(fields.Get(name)) : name + " is missing";
            throw Wrong(what, name + " is one of " + string.Join(", ", allowed));
        }

        private string Text(Params fields, string name)
        {
            var value = fields.Get(name) as string;
            if (value == null) throw Wrong(fields.Has(name) ? name + " is " + Params.Shown(fields.Get(name)) : name + " is missing", name + " is a text");
            return value;
        }

        private bool Flag(Params fields, string name)
        {
            if (!fields.Has(name)) return false;
            if (!(fields.Get(name) is bool)) throw Wrong(name + " is " + Params.Shown(fields.Get(name)), name + " is true or false");
            return (bool)fields.Get(name);
        }

        private double Number(Params fields, string name, double min, double max, double? otherwise)
        {
            if (!fields.Has(name) && otherwise.HasValue) return otherwise.Value;
            var value = Params.NumberIn(fields.Get(name));
            var range = min > -1e6 ? " from " + min + " to " + max : "";
            if (!value.HasValue || double.IsNaN(value.Value) || double.IsInfinity(value.Value) || value < min || value > max)
                throw Wrong(fields.Has(name) ? name + " is " + Params.Shown(fields.Get(name)) : name + " is missing", name + " is a number" + range);
            return value.Value;
        }

        private int Whole(Params fields, string name, int min, int max, int otherwise)
        {
            var value = Number(fields, name, min, max, otherwise);
            if (value != Math.Floor(value)) throw Wrong(name + " is " + value, name + " is a whole number from " + min + " to " + max);
            return (int)value;
        }

        private void Device(Params fields)
        {
            if (Whole(fields, "device", 0, 7, 0) != 0)
                throw Refusal.Unsupported("step " + number + " is for the gamepad " + fields.Get("device") + ", and the bridge plays one gamepad", "leave out device");
        }

        private Refusal Wrong(string what, string hint)
        {
            return Refusal.Invalid("step " + number + ": " + what, hint);
        }
    }
}
