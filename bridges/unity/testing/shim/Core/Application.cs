// Part of the shim.
using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;

[assembly: InternalsVisibleTo("UnityEditor")]

namespace UnityEngine
{
    public enum LogType { Error, Assert, Warning, Log, Exception }
    public enum RuntimePlatform { OSXEditor = 0, OSXPlayer = 1, WindowsPlayer = 2, WindowsEditor = 7, IPhonePlayer = 8, Android = 11, LinuxPlayer = 13, LinuxEditor = 16, WebGLPlayer = 17 }

    public class Application
    {
        public delegate void LogCallback(string condition, string stackTrace, LogType type);
        public static event LogCallback logMessageReceived;
        public static event LogCallback logMessageReceivedThreaded;
        public static event Action quitting;
        public static string unityVersion { get { return "2019.4.0f1-shim"; } }
        public static string productName { get { return "Worldwire Demo"; } }
        public static RuntimePlatform platform { get { return Editor ? RuntimePlatform.LinuxEditor : RuntimePlatform.LinuxPlayer; } }
        /// <summary>Set by the editor of the shim.</summary>
        internal static bool Playing = true, Editor;
        public static bool isPlaying { get { return Playing; } }
        public static bool isEditor { get { return Editor; } }
        public static bool isBatchMode { get { return false; } }
        public static bool isFocused { get { return true; } }
        public static bool runInBackground { get; set; }
        public static int targetFrameRate { get; set; }
        public static string dataPath { get { return Environment.CurrentDirectory; } }
        public static void Quit() { Worldwire.Shim.Loop.Quit = true; }
        internal static void End() { if (quitting != null) quitting(); }
        internal static void Log(string message, string stack, LogType type)
        {
            Console.WriteLine(message);
            if (logMessageReceivedThreaded != null) logMessageReceivedThreaded(message, stack, type);
            if (logMessageReceived != null && Thread.CurrentThread.ManagedThreadId == 1) logMessageReceived(message, stack, type);
        }
    }

    public class Debug
    {
        public static bool isDebugBuild { get { return true; } }
        public static void Log(object message) { Application.Log(Convert.ToString(message), Stack(), LogType.Log); }
        public static void LogWarning(object message) { Application.Log(Convert.ToString(message), Stack(), LogType.Warning); }
        public static void LogError(object message) { Application.Log(Convert.ToString(message), Stack(), LogType.Error); }
        public static void LogException(Exception exception) { LogException(exception, null); }
        public static void LogException(Exception exception, Object context)
        {
            Application.Log(exception.GetType().Name + ": " + exception.Message, Frames(new StackTrace(exception, true)), LogType.Exception);
        }
        private static string Stack() { return Frames(new StackTrace(2, true)); }

        /// <summary>As Unity prints it: "Type:Method () (at file:line)".</summary>
        private static string Frames(StackTrace trace)
        {
            var built = new System.Text.StringBuilder();
            foreach (var frame in trace.GetFrames() ?? new StackFrame[0])
            {
                var method = frame.GetMethod();
                if (method == null || method.DeclaringType == null) continue;
                built.Append(method.DeclaringType.FullName).Append(':').Append(method.Name).Append(" ()");
                if (frame.GetFileName() != null) built.Append(" (at ").Append(frame.GetFileName()).Append(':').Append(frame.GetFileLineNumber()).Append(')');
                built.Append('\n');
            }
            return built.ToString();
        }
    }

    public class Time
    {
        private static double now, unscaled;
        public static float timeScale { get { return scale; } set { scale = value < 0 ? 0 : value; } }
        private static float scale = 1;
        public static float deltaTime { get; private set; }
        public static float unscaledDeltaTime { get; private set; }
        public static float fixedDeltaTime { get { return fixedStep; } set { fixedStep = value; } }
        private static float fixedStep = 0.02f;
        public static float time { get { return (float)now; } }
        public static double timeAsDouble { get { return now; } }
        public static float unscaledTime { get { return (float)unscaled; } }
        public static float realtimeSinceStartup { get { return (float)clock.Elapsed.TotalSeconds; } }
        private static readonly Stopwatch clock = Stopwatch.StartNew();
        public static int frameCount { get; private set; }
        public static float captureDeltaTime { get; set; }
        public static int captureFramerate
        {
            get { return captureDeltaTime == 0 ? 0 : Mathf.RoundToInt(1 / captureDeltaTime); }
            set { captureDeltaTime = value == 0 ? 0 : 1f / value; }
        }
        internal static void Begin(float delta, float real)
        {
            frameCount++;
            unscaledDeltaTime = real;
            unscaled += real;
            deltaTime = delta * scale;
            now += deltaTime;
        }
    }

    public class Screen
    {
        public static int width { get { return 640; } }
        public static int height { get { return 360; } }
        public static float dpi { get { return 96; } }
    }

    public class SystemInfo
    {
        public static string operatingSystem { get { return Environment.OSVersion.ToString(); } }
        public static Rendering.GraphicsDeviceType graphicsDeviceType { get { return Rendering.GraphicsDeviceType.OpenGLCore; } }
    }
}

namespace UnityEngine.Rendering
{
    public enum GraphicsDeviceType { Direct3D11 = 2, Null = 4, OpenGLCore = 17 }
}
