using System;
using System.Globalization;
using System.Text.RegularExpressions;
using System.Threading;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Sends what the game logs. Errors and warnings have the place in the code.</summary>
    internal sealed class LogWatch
    {
        private const int MaxLines = 200;
        private const int MaxMessage = 4000;
        private const int MaxStack = 20;
        private const int WindowMs = 1000;
        private const string Own = "worldwire: ";
        /// <summary>"Enemy:Update () (at Assets/Enemy.cs:12)" in players and in the editor, "Enemy.Update () [0x0] in Assets/Enemy.cs:12" in exceptions.</summary>
        private static readonly Regex Place = new Regex(@"(?:\(at |\bin )(?<file>[^()<>]+?):(?<line>\d+)\)?\s*$");
        /// <summary>"Assets/Enemy.cs(12,5): error CS0103: …"</summary>
        private static readonly Regex Compiled = new Regex(@"^(?<file>[^\n(]+\.cs)\((?<line>\d+),(?<column>\d+)\): (?:error|warning) ");
        private static readonly Regex Shader = new Regex(@"^Shader (?:error|warning) in '[^']*':.* at (?<file>\S*?)\(?(?<line>\d+)\)?", RegexOptions.IgnoreCase);
        private readonly BridgeHost host;
        private int windowStart;
        private int lines;

        public LogWatch(BridgeHost host)
        {
            this.host = host;
        }

        public void Start()
        {
            Application.logMessageReceivedThreaded += Take;
        }

        public void Stop()
        {
            Application.logMessageReceivedThreaded -= Take;
        }

        private void Take(string message, string stack, LogType type)
        {
            message = message ?? "";
            if (message.StartsWith(Own, StringComparison.Ordinal) || !Allowed()) return;
            var level = type == LogType.Log ? "info" : type == LogType.Warning ? "warning" : "error";
            host.Tell(new JsonObject
            {
                { "kind", "log" }, { "level", level }, { "source", "Unity" },
                { "message", message.Length > MaxMessage ? message.Substring(0, MaxMessage) : message },
                { "at", DateTime.UtcNow.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture) },
            }.With("problem", level == "info" ? null : ProblemIn(message, stack ?? "")));
        }

        internal static JsonObject ProblemIn(string message, string stack)
        {
            var compiled = Compiled.Match(message);
            if (compiled.Success) return At("compile", compiled).With("column", int.Parse(compiled.Groups["column"].Value, CultureInfo.InvariantCulture));
            var shader = Shader.Match(message);
            if (shader.Success) return At("shader", shader);
            if (message.StartsWith("Shader error", StringComparison.OrdinalIgnoreCase)) return new JsonObject { { "kind", "shader" } };
            if (message.StartsWith("Import", StringComparison.Ordinal) || message.Contains("importing")) return new JsonObject { { "kind", "import" } };
            return FromStack(stack);
        }

        /// <summary>The first line with a place that is not in the engine or the bridge.</summary>
        private static JsonObject FromStack(string stack)
        {
            var frames = new JsonList();
            JsonObject problem = null;
            foreach (var raw in stack.Split('\n'))
            {
                var line = raw.Trim();
                if (line.Length == 0 || frames.Count >= MaxStack) continue;
                if (line.StartsWith("UnityEngine.Debug:", StringComparison.Ordinal)) continue;
                frames.Add(line);
                var place = Place.Match(line);
                if (problem == null && place.Success && !line.StartsWith("UnityEngine.", StringComparison.Ordinal)) problem = At("script", place);
            }
            problem = problem ?? new JsonObject { { "kind", frames.Count > 0 ? "script" : "engine" } };
            if (frames.Count > 0) problem["stack"] = frames;
            return problem;
        }

        private static JsonObject At(string kind, Match place)
        {
            var problem = new JsonObject { { "kind", kind } };
            var file = place.Groups["file"].Value.Trim();
            int line;
            if (file.Length > 0) problem["file"] = file;
            if (int.TryParse(place.Groups["line"].Value, NumberStyles.None, CultureInfo.InvariantCulture, out line) && line > 0) problem["line"] = line;
            return problem;
        }

        private bool Allowed()
        {
            var now = Environment.TickCount;
            if (unchecked(now - windowStart) > WindowMs)
            {
                Interlocked.Exchange(ref windowStart, now);
                Interlocked.Exchange(ref lines, 0);
            }
            return Interlocked.Increment(ref lines) <= MaxLines;
        }
    }
}
