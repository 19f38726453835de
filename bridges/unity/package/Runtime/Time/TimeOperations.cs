using System.Diagnostics;
using UnityEngine;

namespace Worldwire
{
    internal static class TimeOperations
    {
        private const float MaxScale = 4;
        private const int MaxFrames = 600;
        private const int MaxWaitMs = 60000;
        private static float? locked;
        private static bool paused;
        private static bool stepping;

        public static void Add(BridgeHost host)
        {
            locked = null;
            paused = stepping = false;
            host.Operations.Add("time.get", _ => Info());
            host.Operations.Add("time.set", given => Set(host, given));
            host.Operations.AddLater("time.wait", call => Wait(host, call));
            host.Operations.AddLater("time.step", call => Step(host, call));
        }

        private static JsonObject Info()
        {
            return new JsonObject
            {
                { "scale", Time.timeScale }, { "locked", locked != null }, { "paused", paused }, { "time", Time.time }, { "frame", Time.frameCount },
            };
        }

        private static JsonObject Set(BridgeHost host, Params given)
        {
            var scale = Mathf.Clamp((float)given.Number("scale"), 0, MaxScale);
            var wasLocked = locked != null;
            var before = Info();
            locked = given.Flag("lock", false) ? scale : (float?)null;
            Time.timeScale = scale;
            if (scale > 0) paused = false;
            if (locked != null && !wasLocked) host.EachFrame(KeepScale);
            return new JsonObject { { "before", before }, { "after", Info() } };
        }

        /// <summary>Runs in every frame while the scale is locked.</summary>
        private static bool KeepScale()
        {
            if (locked == null) return true;
            if (!paused) Time.timeScale = locked.Value;
            return false;
        }

        private static void Wait(BridgeHost host, Call call)
        {
            var timeoutMs = call.Params.Whole("timeoutMs", 0, MaxWaitMs);
            var conditions = new Conditions(host, call.Params);
            var clock = Stopwatch.StartNew();
            var first = Time.frameCount;
            host.EachFrame(() =>
            {
                JsonList states;
                var met = conditions.Hold(out states);
                // A frame must have passed before the time is over.
                if (!met && (clock.ElapsedMilliseconds < timeoutMs || Time.frameCount == first)) return false;
                call.Answer(Outcome(met, Time.frameCount - first, states));
                return true;
            });
        }

        /// <summary>
        /// Frames of a step have the length of a physics step, so that each of them has one. The scale is 0 before and after.
        /// </summary>
        private static void Step(BridgeHost host, Call call)
        {
            if (!Application.isPlaying) throw Refusal.NotReady("the game does not run", "start it with editor.play");
            var frames = call.Params.Whole("frames", 1, MaxFrames);
            Conditions until = null;
            if (call.Params.Has("until"))
            {
                var given = call.Params.Get("until") as JsonObject;
                if (given == null) throw call.Params.Wrong("until", "an object", "{\"conditions\":[{\"object\":\"obj:1\",\"is\":\"gone\"}]}");
                until = new Conditions(host, new Params(given));
            }
            if (stepping) throw Refusal.NotReady("another time.step runs", "send it after that one");
            var capture = Time.captureDeltaTime;
            stepping = paused = true;
            Time.timeScale = 1;
            Time.captureDeltaTime = Time.fixedDeltaTime;
            var first = Time.frameCount;
            host.EachFrame(() =>
            {
                var passed = Time.frameCount - first;
                if (passed == 0) return false;
                var states = new JsonList();
                var met = until != null && until.Hold(out states);
                if (!met && passed < frames) return false;
                Time.timeScale = 0;
                Time.captureDeltaTime = capture;
                stepping = false;
                call.Answer(Outcome(until == null || met, passed, states));
                return true;
            });
        }

        private static JsonObject Outcome(bool met, int frames, JsonList states)
        {
            return new JsonObject { { "met", met }, { "frame", Time.frameCount }, { "time", Time.time }, { "frames", frames }, { "states", states } };
        }
    }
}
