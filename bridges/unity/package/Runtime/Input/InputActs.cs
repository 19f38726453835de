using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Does the acts of steps: changes the state of the input, and tells it to the devices and the user interface.</summary>
    internal sealed class InputActs
    {
        private readonly BridgeHost host;
        private readonly InputState state = InputPorts.State;
        private readonly ColliderMouse colliders;
        private readonly List<string> held = new List<string>();
        private readonly Dictionary<string, List<string>> pressedByAction = new Dictionary<string, List<string>>();
        private IList<GameAction> actions = new GameAction[0];
        private string interfaceNote;

        /// <summary>A step of a recording: what was done, as input.send takes it, without its time.</summary>
        public event Action<JsonObject> Done;

        public InputActs(BridgeHost host)
        {
            this.host = host;
            colliders = new ColliderMouse();
            state.Changed += (label, pressed) =>
            {
                foreach (var each in InputPorts.Devices) each.Press(label, pressed);
            };
        }

        /// <summary>What is held, such as "key KeyW".</summary>
        public IEnumerable<string> Held
        {
            get { return held; }
        }

        public IEnumerable<int> Fingers
        {
            get { return state.Fingers.Keys; }
        }

        public static List<GameAction> Actions()
        {
            var found = new List<GameAction>();
            foreach (var each in InputPorts.Devices) each.AddActions(found);
            return found.OrderBy(each => each.Name, StringComparer.Ordinal).ToList();
        }

        /// <summary>Before the first step of a sequence.</summary>
        public void Prepare(IList<GameAction> known)
        {
            actions = known;
            foreach (var each in InputPorts.Devices) each.Begin();
            interfaceNote = InputPorts.Interface == null ? null : InputPorts.Interface.Begin();
        }

        /// <summary>What a step would reach now, without doing it.</summary>
        public JsonObject Preview(PlannedStep step, int frame)
        {
            return Receipt(step, frame, step.HasPlace ? PlaceOf(step) : state.Pointer);
        }

        /// <summary>Begins a step, and returns its receipt.</summary>
        public JsonObject Begin(PlannedStep step, int frame)
        {
            if (step.Kind == "release-all")
            {
                ReleaseAll();
                return Receipt(step, frame, state.Pointer);
            }
            if (step.HasPlace && step.Kind != "touch") MoveTo(PlaceOf(step));
            var receipt = Receipt(step, frame, step.Kind == "touch" ? PlaceOf(step) : state.Pointer);
            switch (step.Kind)
            {
                case "key":
                case "pad":
                case "button":
                    if (step.Phase == "release") Up(step.Label);
                    else Down(step.Label);
                    break;
                case "action":
                    if (step.Phase == "release") ActionUp(step.Action);
                    else ActionDown(step.Action);
                    break;
                case "text":
                    Type(step.Text);
                    break;
                case "scroll":
                    Scroll(step);
                    break;
                case "axis":
                    Turn(step.Axis, (float)step.Value);
                    break;
                case "touch":
                    Touch(step, step.Phase == "tap" ? "press" : step.Phase);
                    break;
            }
            Tell(step);
            return receipt;
        }

        /// <summary>Ends the hold of a tap.</summary>
        public void Release(PlannedStep step)
        {
            if (step.Kind == "touch") Touch(step, "release");
            else if (step.Kind == "action") ActionUp(step.Action);
            else Up(step.Label);
            Tell(step, "release");
        }

        /// <summary>The second press of a double click.</summary>
        public void PressAgain(PlannedStep step)
        {
            Down(step.Label);
            Tell(step, "press");
        }

        public void ReleaseAll()
        {
            foreach (var finger in state.Fingers.Values.ToList()) Touch(new PlannedStep { Finger = finger.Number }, "release", finger.Place);
            foreach (var axis in state.Axes.Keys.ToList()) Turn(axis, 0);
            foreach (var action in pressedByAction.Keys.ToList()) ActionUp(action);
            foreach (var label in held.ToList()) Up(label);
        }

        /// <summary>The link is lost: everything is released, and the devices are put back.</summary>
        public void End()
        {
            ReleaseAll();
            state.HasPointer = false;
            foreach (var each in InputPorts.Devices) each.End();
            if (InputPorts.Interface != null) InputPorts.Interface.End();
        }

        /// <summary>Messages to the object that the mouse holds. In each frame in which something is held.</summary>
        public void Frame()
        {
            colliders.Frame();
        }

        private void Down(string label)
        {
            if (held.Contains(label)) return;
            held.Add(label);
            state.Press(label);
            if (label.StartsWith("key ", StringComparison.Ordinal)) Edit(label.Substring(4));
            if (label == "button left") colliders.Press(state.Pointer, InterfaceAt(state.Pointer) != null);
        }

        private void Up(string label)
        {
            if (!held.Remove(label)) return;
            state.Release(label);
            if (label == "button left") colliders.Release(state.Pointer);
        }

        private void ActionDown(string name)
        {
            if (pressedByAction.ContainsKey(name)) return;
            var labels = new List<string>();
            var action = actions.FirstOrDefault(each => each.Name == name);
            var label = action == null ? null : action.Bindings.FirstOrDefault(CanPress);
            if (label != null) labels.Add(label);
            pressedByAction[name] = labels;
            held.Add("action " + name);
            foreach (var each in labels) state.Press(each);
        }

        private void ActionUp(string name)
        {
            List<string> labels;
            if (!pressedByAction.TryGetValue(name, out labels)) return;
            pressedByAction.Remove(name);
            held.Remove("action " + name);
            foreach (var each in labels) state.Release(each);
        }

        private static bool CanPress(string label)
        {
            return label.StartsWith("key ", StringComparison.Ordinal) || label.StartsWith("pad ", StringComparison.Ordinal)
                || label.StartsWith("button ", StringComparison.Ordinal);
        }

        private void Edit(string code)
        {
            if (InputPorts.Interface == null) return;
            var shift = held.Contains("key ShiftLeft") || held.Contains("key ShiftRight");
            InputPorts.Interface.Edit(KeyTable.Find(code), shift);
        }

        private void Type(string text)
        {
            foreach (var each in InputPorts.Devices) each.Text(text);
            if (InputPorts.Interface != null) InputPorts.Interface.Type(text);
        }

        private void MoveTo(Vector2 place)
        {
            var by = place - state.Pointer;
            state.Pointer = place;
            state.HasPointer = true;
            foreach (var each in InputPorts.Devices) each.MovePointer(place, by);
            colliders.Move(place, InterfaceAt(place) != null);
        }

        private void Scroll(PlannedStep step)
        {
            // Unity counts up as positive.
            var by = new Vector2((float)(Params.NumberIn(step.Source.Get("dx")) ?? 0), -(float)(Params.NumberIn(step.Source.Get("dy")) ?? 0));
            state.Scroll = by;
            state.ScrollFrame = InputState.NextFrame;
            foreach (var each in InputPorts.Devices) each.Scroll(by);
        }

        private void Turn(string axis, float value)
        {
            if (value == 0)
            {
                state.Axes.Remove(axis);
                held.Remove("axis " + axis);
            }
            else
            {
                state.Axes[axis] = value;
                if (!held.Contains("axis " + axis)) held.Add("axis " + axis);
            }
            foreach (var each in InputPorts.Devices) each.Axis(axis, value);
        }

        private void Touch(PlannedStep step, string phase)
        {
            Touch(step, phase, PlaceOf(step));
        }

        private void Touch(PlannedStep step, string phase, Vector2 place)
        {
            Finger finger;
            var label = "touch " + step.Finger;
            if (!state.Fingers.TryGetValue(step.Finger, out finger))
            {
                if (phase != "press") return;
                finger = new Finger { Number = step.Finger, Place = place, Began = InputState.NextFrame };
                state.Fingers[step.Finger] = finger;
                held.Add(label);
            }
            finger.Moved = place - finger.Place;
            finger.Place = place;
            finger.Changed = InputState.NextFrame;
            if (phase == "release")
            {
                finger.Ended = InputState.NextFrame;
                held.Remove(label);
                EndLater(finger);
            }
            foreach (var each in InputPorts.Devices) each.Touch(finger, phase);
        }

        private void EndLater(Finger finger)
        {
            host.EachFrame(() =>
            {
                if (Time.frameCount < finger.Ended) return false;
                if (state.Fingers.ContainsKey(finger.Number) && state.Fingers[finger.Number] == finger) state.Fingers.Remove(finger.Number);
                return true;
            });
        }

        private Vector2 PlaceOf(PlannedStep step)
        {
            if (step.Relative)
                return new Vector2(
                    Mathf.Clamp(state.Pointer.x + (float)step.X, 0, Screen.width - 1), Mathf.Clamp(state.Pointer.y - (float)step.Y, 0, Screen.height - 1));
            var x = (float)(step.Normalized ? step.X * Screen.width : step.X);
            var y = (float)(step.Normalized ? step.Y * Screen.height : step.Y);
            return new Vector2(x, Screen.height - y);
        }

        private static GameObject InterfaceAt(Vector2 place)
        {
            return InputPorts.Interface == null ? null : InputPorts.Interface.TargetAt(place);
        }

        private JsonObject Receipt(PlannedStep step, int frame, Vector2 place)
        {
            var received = new List<GameObject>();
            string note = null;
            if (step.Kind == "key" || step.Kind == "text")
            {
                var focused = InputPorts.Interface == null ? null : InputPorts.Interface.Focused;
                if (focused != null) received.Add(focused);
                else note = step.Kind == "text" ? "no text field has the focus; click one first" : NoteOfKeys();
            }
            else if (step.Kind == "move" || step.Kind == "button" || step.Kind == "scroll" || step.Kind == "touch")
            {
                var target = InterfaceAt(place) ?? ColliderMouse.TargetAt(place);
                if (target != null) received.Add(target);
                else note = interfaceNote ?? "there is no control and no collider at this place";
            }
            var names = Triggered(step);
            var receipt = new JsonObject { { "frame", frame }, { "receivedBy", JsonList.Of(received.Select(each => host.Ids.Reference(each))) } };
            if (names.Count > 0) receipt["actions"] = JsonList.Of(names);
            else if (received.Count == 0) receipt.With("note", note);
            return receipt;
        }

        private List<string> Triggered(PlannedStep step)
        {
            if (step.Action != null) return new List<string> { step.Action };
            var label = step.Axis != null ? "axis " + step.Axis : step.Label;
            if (label == null) return new List<string>();
            return actions.Where(each => each.Bindings.Contains(label) && each.Bindings.Count > 0).Select(each => each.Name).ToList();
        }

        private static string NoteOfKeys()
        {
            var names = InputPorts.Devices.Where(each => each.Sends).Select(each => each.Name).ToArray();
            if (names.Length == 0)
                return "this game has neither the Input System package nor Harmony: scripts that read UnityEngine.Input cannot receive it";
            return "Unity does not tell which scripts read a key; it was sent to " + string.Join(" and ", names);
        }

        private void Tell(PlannedStep step, string phase = null)
        {
            if (Done == null) return;
            var copy = new JsonObject();
            foreach (var each in step.Source) if (each.Key != "at" && each.Key != "hold" && each.Key != "count") copy[each.Key] = each.Value;
            if (phase != null) copy["phase"] = phase;
            else if (step.Phase == "tap") copy["phase"] = "press";
            Done(copy);
        }
    }
}
