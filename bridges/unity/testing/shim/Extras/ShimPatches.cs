// Part of the shim.
using System.Reflection;

namespace Worldwire.Shim
{
    /// <summary>Where the stand-in for Harmony comes before a method.</summary>
    public static class ShimPatches
    {
        public delegate bool Prefix(MethodBase original, object instance, object[] args, ref object result);
        public static Prefix Before;

        /// <summary>Whether a prefix answers in place of the method.</summary>
        public static bool Answers<T>(MethodBase original, object instance, object[] args, out T answer)
        {
            object result = default(T);
            var goesOn = Before == null || Before(original, instance, args, ref result);
            answer = goesOn ? default(T) : (T)result;
            return !goesOn;
        }
    }
}
