using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Worldwire
{
    /// <summary>
    /// Counters of Unity's profiler: draw calls, triangles, garbage, and the times of scripts and physics. `ProfilerRecorder` exists since Unity
    /// 2020.2, so that it is found by name. The editor sets `Editor` for those that it knows in every version.
    /// </summary>
    internal sealed class Counters
    {
        private const string TooOld = "this version of Unity has no ProfilerRecorder (2020.2 has)";
        private const string NotCounted = "this player does not count it; a development build may";
        private const double NanosecondsInMs = 1e6;

        /// <summary>Draw calls and triangles of the game view. Set by the editor.</summary>
        public static Func<KeyValuePair<long, long>> Editor;

        private readonly Counter draws = new Counter("Render", "Draw Calls Count");
        private readonly Counter triangles = new Counter("Render", "Triangles Count");
        private readonly Counter garbage = new Counter("Memory", "GC Allocated In Frame");
        private readonly Counter scripts = new Counter("Scripts", "BehaviourUpdate");
        private readonly Counter physics = new Counter("Physics", "Physics.Simulate");
        private readonly List<double> scriptTimes = new List<double>();
        private readonly List<double> physicsTimes = new List<double>();
        private long garbageBytes;

        public void Frame()
        {
            garbageBytes += garbage.Read() ?? 0;
            var script = scripts.Read();
            var simulated = physics.Read();
            if (script.HasValue) scriptTimes.Add(script.Value / NanosecondsInMs);
            if (simulated.HasValue) physicsTimes.Add(simulated.Value / NanosecondsInMs);
        }

        public void AddTo(JsonObject result, JsonList missing)
        {
            var editor = Editor == null ? (KeyValuePair<long, long>?)null : Editor();
            Put(result, missing, "drawCalls", editor.HasValue ? editor.Value.Key : draws.Read());
            Put(result, missing, "triangles", editor.HasValue ? editor.Value.Value : triangles.Read());
            Put(result, missing, "garbageBytes", garbage.Read().HasValue ? garbageBytes : (long?)null);
            PutTimes(result, missing, "processMs", scriptTimes);
            PutTimes(result, missing, "physicsMs", physicsTimes);
            foreach (var each in new[] { draws, triangles, garbage, scripts, physics }) each.Dispose();
        }

        private static void Put(JsonObject result, JsonList missing, string field, long? value)
        {
            if (value.HasValue) result[field] = value.Value;
            else missing.Add(ProfileOperations.Missing(field, Counter.Exist ? NotCounted : TooOld));
        }

        private static void PutTimes(JsonObject result, JsonList missing, string field, List<double> times)
        {
            if (times.Count > 0) result[field] = ProfileOperations.SpreadOf(times);
            else missing.Add(ProfileOperations.Missing(field, Counter.Exist ? NotCounted : TooOld));
        }

        private sealed class Counter : IDisposable
        {
            private static readonly Type recorder = Find("Unity.Profiling.ProfilerRecorder");
            private static readonly Type category = Find("Unity.Profiling.ProfilerCategory");
            private readonly object started;

            public static bool Exist
            {
                get { return recorder != null && category != null; }
            }

            public Counter(string group, string name)
            {
                if (!Exist) return;
                var member = category.GetProperty(group, BindingFlags.Static | BindingFlags.Public);
                var start = recorder.GetMethods(BindingFlags.Static | BindingFlags.Public)
                    .FirstOrDefault(each => each.Name == "StartNew" && each.GetParameters().Length == 4 && each.GetParameters()[0].ParameterType == category);
                if (member == null || start == null) return;
                var options = start.GetParameters()[3];
                started = start.Invoke(null, new[] { member.GetValue(null, null), name, 1, Enum.ToObject(options.ParameterType, Convert.ToInt32(options.DefaultValue)) });
            }

            /// <summary>The value of the last frame; null if nothing counts it.</summary>
            public long? Read()
            {
                if (started == null || !(bool)recorder.GetProperty("Valid").GetValue(started, null)) return null;
                return (long)recorder.GetProperty("LastValue").GetValue(started, null);
            }

            public void Dispose()
            {
                if (started != null) ((IDisposable)started).Dispose();
            }

            private static Type Find(string name)
            {
                return AppDomain.CurrentDomain.GetAssemblies().Select(each => each.GetType(name)).FirstOrDefault(each => each != null);
            }
        }
    }
}
