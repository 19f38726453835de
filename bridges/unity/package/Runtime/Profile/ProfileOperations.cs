using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using UnityEngine;
using UnityEngine.Profiling;

namespace Worldwire
{
    /// <summary>profile.read: figures of the frames from now on.</summary>
    internal static class ProfileOperations
    {
        private const double MaxSeconds = 30;
        private const int MaxSamples = 600;

        public static void Add(BridgeHost host)
        {
            host.Operations.AddLater("profile.read", call =>
            {
                var seconds = call.Params.Number("seconds");
                if (!(seconds > 0 && seconds <= MaxSeconds)) throw call.Params.Wrong("seconds", "more than 0 and at most 30", "2");
                var window = new Window();
                host.EachFrame(() =>
                {
                    if (!window.Frame(seconds)) return false;
                    call.Answer(window.Result());
                    return true;
                });
            });
        }

        private sealed class Window
        {
            private readonly Stopwatch clock = Stopwatch.StartNew();
            private readonly List<double> frames = new List<double>();
            private readonly Counters counters = new Counters();
            private readonly int collections = GC.CollectionCount(0);
            private double last;

            /// <summary>At the end of a frame. Whether the window is over.</summary>
            public bool Frame(double seconds)
            {
                var now = clock.Elapsed.TotalMilliseconds;
                frames.Add(now - last);
                last = now;
                counters.Frame();
                return now >= seconds * 1000 && frames.Count > 1;
            }

            public JsonObject Result()
            {
                var missing = new JsonList();
                var result = new JsonObject
                {
                    { "seconds", last / 1000 }, { "frames", frames.Count }, { "frameMs", SpreadOf(frames) }, { "samples", JsonList.Of(Samples()) },
                };
                counters.AddTo(result, missing);
                result["objects"] = Resources.FindObjectsOfTypeAll<GameObject>().Length;
                result["memoryBytes"] = Profiler.GetTotalAllocatedMemoryLong() + Profiler.GetMonoUsedSizeLong();
                result["collections"] = GC.CollectionCount(0) - collections;
                var video = Profiler.GetAllocatedMemoryForGraphicsDriver();
                if (video > 0) result["videoMemoryBytes"] = video;
                else missing.Add(Missing("videoMemoryBytes", "Unity tells it only in the editor and in development builds"));
                missing.Add(Missing("scripts", "Unity tells the times of single scripts only to the profiler window"));
                result["missing"] = missing;
                return result;
            }

            private IEnumerable<double> Samples()
            {
                var group = (frames.Count + MaxSamples - 1) / MaxSamples;
                for (var at = 0; at < frames.Count; at += group) yield return frames.Skip(at).Take(group).Max();
            }
        }

        public static JsonObject Missing(string field, string reason)
        {
            return new JsonObject { { "field", field }, { "reason", reason } };
        }

        public static JsonObject SpreadOf(List<double> values)
        {
            var sorted = values.OrderBy(each => each).ToList();
            return new JsonObject
            {
                { "min", sorted[0] }, { "mean", Math.Min(sorted[sorted.Count - 1], Math.Max(sorted[0], sorted.Average())) }, { "p50", At(sorted, 0.5) },
                { "p95", At(sorted, 0.95) }, { "p99", At(sorted, 0.99) }, { "max", sorted[sorted.Count - 1] },
            };
        }

        private static double At(List<double> sorted, double share)
        {
            return sorted[Math.Min(sorted.Count - 1, (int)(sorted.Count * share))];
        }
    }
}
