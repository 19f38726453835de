// Part of the shim.
using System;

namespace UnityEngine.Profiling
{
    public sealed class Profiler
    {
        public static bool supported { get { return true; } }
        public static bool enabled { get; set; }
        public static long GetTotalAllocatedMemoryLong() { return GC.GetTotalMemory(false) + 1024; }
        public static long GetTotalReservedMemoryLong() { return GC.GetTotalMemory(false) * 2; }
        public static long GetMonoUsedSizeLong() { return GC.GetTotalMemory(false); }
        public static long GetAllocatedMemoryForGraphicsDriver() { return 4 << 20; }
    }
}

namespace Unity.Profiling
{
    public struct ProfilerCategory
    {
        private readonly string name;
        private ProfilerCategory(string name) { this.name = name; }
        public static ProfilerCategory Render { get { return new ProfilerCategory("Render"); } }
        public static ProfilerCategory Physics { get { return new ProfilerCategory("Physics"); } }
        public static ProfilerCategory Internal { get { return new ProfilerCategory("Internal"); } }
        public static ProfilerCategory Memory { get { return new ProfilerCategory("Memory"); } }
        public string Name { get { return name; } }
    }

    [Flags]
    public enum ProfilerRecorderOptions { None = 0, StartImmediately = 1, KeepAliveDuringDomainReload = 2, CollectOnlyOnCurrentThread = 4, WrapAroundWhenCapacityReached = 8, SumAllSamplesInFrame = 16, Default = 24 }

    /// <summary>Since Unity 2020.2. The shim knows three counters.</summary>
    public struct ProfilerRecorder : IDisposable
    {
        private readonly string stat;
        private ProfilerRecorder(string stat) { this.stat = stat; }
        public static ProfilerRecorder StartNew(ProfilerCategory category, string statName, int capacity = 1, ProfilerRecorderOptions options = ProfilerRecorderOptions.Default)
        {
            return new ProfilerRecorder(statName);
        }
        public bool Valid { get { return stat == "Draw Calls Count" || stat == "Triangles Count" || stat == "GC Allocated In Frame"; } }
        public long LastValue { get { return stat == "Draw Calls Count" ? 7 : stat == "Triangles Count" ? 84 : stat == "GC Allocated In Frame" ? 96 : 0; } }
        public long CurrentValue { get { return LastValue; } }
        public void Dispose() { }
    }
}
