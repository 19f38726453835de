using System;
using System.Collections.Generic;

namespace Worldwire
{
    /// <summary>
    /// Parts of the bridge in assemblies of their own, for packages that a project need not have (uGUI, Input System). Each adds itself before
    /// the first scene is loaded, and is asked for its operations when the bridge starts.
    /// </summary>
    internal static class Extensions
    {
        private static readonly List<Action<BridgeHost>> all = new List<Action<BridgeHost>>();

        public static void Add(Action<BridgeHost> extension)
        {
            if (all.Contains(extension)) return;
            all.Add(extension);
            if (BridgeHost.Current != null) extension(BridgeHost.Current);
        }

        public static void AddOperations(BridgeHost host)
        {
            foreach (var each in all) each(host);
        }
    }
}
