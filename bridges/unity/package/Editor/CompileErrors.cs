using System;
using System.Globalization;
using UnityEditor.Compilation;

namespace Worldwire.Editor
{
    /// <summary>Sends the errors and warnings of the compiler with file and line.</summary>
    internal static class CompileErrors
    {
        private static BridgeHost host;

        public static void Watch(BridgeHost bridge)
        {
            if (host == null) CompilationPipeline.assemblyCompilationFinished += OnFinished;
            host = bridge;
        }

        private static void OnFinished(string assembly, CompilerMessage[] messages)
        {
            foreach (var each in messages)
            {
                if (each.type != CompilerMessageType.Error && each.type != CompilerMessageType.Warning) continue;
                var problem = new JsonObject { { "kind", "compile" }, { "file", each.file } };
                if (each.line > 0) problem["line"] = each.line;
                if (each.column > 0) problem["column"] = each.column;
                host.Tell(new JsonObject
                {
                    { "kind", "log" }, { "level", each.type == CompilerMessageType.Error ? "error" : "warning" }, { "message", each.message },
                    { "source", System.IO.Path.GetFileName(assembly) },
                    { "at", DateTime.UtcNow.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture) }, { "problem", problem },
                });
            }
        }
    }
}
