using System;
using System.Linq;
using System.Reflection;

namespace Worldwire
{
    /// <summary>
    /// Harmony (HarmonyX, 0Harmony), if the game has it, by reflection: the bridge makes no code at run time itself. Games with BepInEx have it;
    /// a project can add its assembly. It does not work in IL2CPP players.
    /// </summary>
    internal static class HarmonyPort
    {
        private const string Owner = "worldwire";
        private static bool looked;
        private static object harmony;
        private static MethodInfo patch;
        private static MethodInfo unpatch;
        private static ConstructorInfo method;

        /// <summary>Why methods cannot be hooked; null if they can.</summary>
        public static string Missing
        {
            get
            {
                Look();
                return harmony != null ? null : "methods can be hooked only with Harmony (0Harmony.dll), which games with BepInEx have; this one has not loaded it";
            }
        }

        /// <summary>Calls `prefix` before each call of a method.</summary>
        public static void Patch(MethodBase original, MethodInfo prefix)
        {
            Look();
            var arguments = new object[patch.GetParameters().Length];
            arguments[0] = original;
            arguments[1] = method.Invoke(new object[] { prefix });
            patch.Invoke(harmony, arguments);
        }

        public static void Unpatch(MethodBase original, MethodInfo prefix)
        {
            Look();
            unpatch.Invoke(harmony, new object[] { original, prefix });
        }

        private static void Look()
        {
            if (looked) return;
            looked = true;
            var type = AppDomain.CurrentDomain.GetAssemblies().Select(each => each.GetType("HarmonyLib.Harmony")).FirstOrDefault(each => each != null);
            if (type == null) return;
            var patched = type.Assembly.GetType("HarmonyLib.HarmonyMethod");
            method = patched == null ? null : patched.GetConstructor(new[] { typeof(MethodInfo) });
            patch = type.GetMethods().Where(each => each.Name == "Patch" && each.GetParameters().Length >= 4).OrderBy(each => each.GetParameters().Length).FirstOrDefault();
            unpatch = type.GetMethod("Unpatch", new[] { typeof(MethodBase), typeof(MethodInfo) });
            if (method == null || patch == null || unpatch == null) return;
            harmony = Activator.CreateInstance(type, Owner);
        }
    }
}
