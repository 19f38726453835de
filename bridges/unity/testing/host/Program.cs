using System;
using Worldwire.Shim;

namespace Demo
{
    /// <summary>A player of the demo: the bridge on the shim of Unity.</summary>
    internal static class Program
    {
        private static bool HasHarmony { get { return Array.IndexOf(Environment.GetCommandLineArgs(), "--harmony") >= 0; } }

        private static void Main()
        {
            Console.OutputEncoding = new System.Text.UTF8Encoding(false);
            // As a player does: all assemblies are loaded before the first scene.
            foreach (var name in new[] { "Worldwire.Bridge.UGui", "Worldwire.Bridge.InputSystem", HasHarmony ? "0Harmony" : "" })
            {
                var path = System.IO.Path.Combine(AppDomain.CurrentDomain.BaseDirectory, name + ".dll");
                if (System.IO.File.Exists(path)) System.Reflection.Assembly.LoadFrom(path);
            }
            Arena.Register();
            Menu.Register();
            Play.Register();
            Desk.Register();
            Loop.Run();
        }
    }
}
