using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEditor;
using UnityEditor.Compilation;

namespace Worldwire.Editor
{
    /// <summary>Sends the errors and warnings of the compiler with file and line, and which of the former are out of date.</summary>
    internal static class CompileErrors
    {
        private const string Key = "worldwire.compiled.";
        private static BridgeHost host;

        public static void Watch(BridgeHost bridge)
        {
            if (host == null) CompilationPipeline.assemblyCompilationFinished += OnFinished;
            host = bridge;
        }

        private static void OnFinished(string assembly, CompilerMessage[] messages)
        {
            TellChecked(assembly, messages);
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

        /// <summary>A reload of scripts forgets statics, so the files with messages are kept in the session of the editor.</summary>
        private static void TellChecked(string assembly, CompilerMessage[] messages)
        {
            var before = SessionState.GetString(Key + assembly, "");
            if (before != "")
            {
                host.Tell(new JsonObject { { "kind", "checked" }, { "files", JsonList.Of(before.Split('\n')) } });
            }
            var now = new HashSet<string>();
            foreach (var each in messages)
            {
                if (!string.IsNullOrEmpty(each.file)) now.Add(each.file);
            }
            SessionState.SetString(Key + assembly, string.Join("\n", now));
        }
    }
}
