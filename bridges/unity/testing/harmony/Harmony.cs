using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Worldwire.Shim;

namespace HarmonyLib
{
    /// <summary>
    /// A stand-in for Harmony with its signatures. It changes no code: methods of the shim and of the demo ask it themselves before they run. It
    /// fills the parameters of a prefix by their names, as Harmony does.
    /// </summary>
    public class Harmony
    {
        private static readonly Dictionary<MethodBase, List<MethodInfo>> prefixes = new Dictionary<MethodBase, List<MethodInfo>>();

        public Harmony(string id) { ShimPatches.Before = Before; }

        public MethodInfo Patch(MethodBase original, HarmonyMethod prefix = null, HarmonyMethod postfix = null, HarmonyMethod transpiler = null, HarmonyMethod finalizer = null)
        {
            List<MethodInfo> found;
            if (!prefixes.TryGetValue(original, out found)) prefixes[original] = found = new List<MethodInfo>();
            found.Add(prefix.method);
            return null;
        }

        public void Unpatch(MethodBase original, MethodInfo patch) { prefixes[original].Remove(patch); }

        private static bool Before(MethodBase original, object instance, object[] args, ref object result)
        {
            List<MethodInfo> found;
            if (!prefixes.TryGetValue(original, out found)) return true;
            var names = original.GetParameters().Select(each => each.Name).ToList();
            foreach (var prefix in found.ToList())
            {
                var parameters = prefix.GetParameters();
                var values = new object[parameters.Length];
                for (var at = 0; at < values.Length; at++)
                {
                    var name = parameters[at].Name;
                    if (name == "__originalMethod") values[at] = original;
                    else if (name == "__instance") values[at] = instance;
                    else if (name == "__args") values[at] = args;
                    else if (name == "__result") values[at] = result;
                    else if (names.Contains(name)) values[at] = args[names.IndexOf(name)];
                    else throw new Exception("Parameter \"" + name + "\" not found in method " + original);
                }
                var goesOn = prefix.Invoke(null, values);
                var place = Array.FindIndex(parameters, each => each.Name == "__result");
                if (place >= 0) result = values[place];
                if (goesOn is bool && !(bool)goesOn) return false;
            }
            return true;
        }
    }

    public class HarmonyMethod
    {
        public MethodInfo method;
        public HarmonyMethod(MethodInfo method) { this.method = method; }
    }
}
