using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>input.send, input.actions and input.record.</summary>
    internal static class InputOperations
    {
        public static void Add(BridgeHost host)
        {
            var acts = new InputActs(host);
            var recorder = new InputRecorder();
            var running = new Dictionary<InputPlayer, Call>();
            var holding = false;
            LegacyInput.Add();
            acts.Done += recorder.Add;
            host.LinkLost += () =>
            {
                foreach (var call in running.Values)
                    call.Refuse(Refusal.Failed("the link was lost while input was sent, and what was held was released", "look at the game, and send the rest again"));
                running.Clear();
                acts.End();
            };
            // A sequence that was sent after the release in the same frame is played.
            Action<InputPlayer> endOthers = by =>
            {
                foreach (var each in running.Where(each => each.Key != by && each.Key.IsUnderWay).ToList())
                {
                    running.Remove(each.Key);
                    each.Value.Refuse(Refusal.Failed("the input was ended by release-all", "look at the game, and send the rest again"));
                }
            };
            host.Operations.Add("input.actions", given => given.Page(InputActs.Actions(), ToJson));
            host.Operations.Add("input.record", given => Record(host, recorder, given));
            host.Operations.AddLater("input.send", call =>
            {
                if (!Application.isPlaying)
                    throw Refusal.NotReady("the editor runs no game, so that nothing receives input", "start the game with editor.play first");
                var dryRun = call.Params.DryRun;
                var actions = InputActs.Actions();
                var steps = new InputStepReader(acts.Fingers, actions).Read(call.Params);
                acts.Prepare(actions);
                if (dryRun)
                {
                    foreach (var each in steps) each.Receipt = acts.Preview(each, Time.frameCount);
                    call.Answer(new InputPlayer(steps, acts, Time.frameCount, null, null).Result(Time.frameCount));
                    return;
                }
                var player = new InputPlayer(steps, acts, Time.frameCount, done => call.Answer(done.Result(Time.frameCount)), endOthers);
                running[player] = call;
                host.EachFrame(() => !running.ContainsKey(player) || (player.Frame(Time.frameCount) && running.Remove(player)));
                if (holding) return;
                holding = true;
                host.EachFrame(() =>
                {
                    acts.Frame();
                    holding = running.Count > 0 || acts.Held.Any();
                    return !holding;
                });
            });
        }

        private static object ToJson(GameAction action)
        {
            return new JsonObject { { "name", action.Name }, { "bindings", JsonList.Of(action.Bindings) } };
        }

        private static JsonObject Record(BridgeHost host, InputRecorder recorder, Params given)
        {
            var action = given.Text("action");
            if (action == "stop") return recorder.Stop();
            if (action != "start") throw given.Wrong("action", "start or stop", "\"start\"");
            var ran = recorder.Runs;
            recorder.Start();
            if (!ran)
            {
                host.EachFrame(() =>
                {
                    if (recorder.Runs) recorder.Poll();
                    return !recorder.Runs;
                });
            }
            return recorder.Result(new JsonList());
        }
    }
}
