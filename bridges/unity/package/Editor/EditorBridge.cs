using System;
using System.Threading;
using UnityEditor;
using UnityEngine;

namespace Worldwire.Editor
{
    /// <summary>
    /// The bridge of the editor. It starts with the editor, goes on in play mode, and links again after each reload of the scripts as the same
    /// process, so that ids stay valid.
    /// </summary>
    [InitializeOnLoad]
    internal static class EditorBridge
    {
        private const string OffKey = "Worldwire.Off";
        private const string Menu = "Tools/Worldwire/Linked";
        private const int WakeMs = 100;
        private static SynchronizationContext context;
        private static Timer timer;
        private static int lastFrame = -1;

        static EditorBridge()
        {
            Edits.Current = new EditorEdits();
            Extensions.Add(EditorOperations.Add);
            // Other extensions of the bridge register themselves in this pass too.
            EditorApplication.update += Begin;
            AssemblyReloadEvents.beforeAssemblyReload += BeforeReload;
            EditorApplication.playModeStateChanged += OnPlayModeChange;
            EditorApplication.quitting += () => Stop("the editor quits");
        }

        public static bool IsOn
        {
            get { return !EditorPrefs.GetBool(OffKey, false); }
        }

        [MenuItem(Menu)]
        private static void Toggle()
        {
            EditorPrefs.SetBool(OffKey, IsOn);
            if (IsOn) Start();
            else Stop("a person turned it off in the menu " + Menu);
        }

        [MenuItem(Menu, true)]
        private static bool ShowToggle()
        {
            UnityEditor.Menu.SetChecked(Menu, IsOn);
            return true;
        }

        private static void Begin()
        {
            EditorApplication.update -= Begin;
            EditorApplication.update += Tick;
            if (IsOn) Start();
        }

        private static void Start()
        {
            var kept = KeptIds.Read();
            var host = BridgeHost.Start("editor", kept.Instance, kept.FirstId);
            kept.Restore(host);
            CompileErrors.Watch(host);
            LegacyAxes.Read();
            Counters.Editor = EditorFigures.Read;
            context = SynchronizationContext.Current;
            if (timer == null) timer = new Timer(_ => Wake(), null, WakeMs, WakeMs);
        }

        private static void Stop(string reason)
        {
            if (timer != null) timer.Dispose();
            timer = null;
            if (BridgeHost.Current != null) BridgeHost.Current.Stop(reason);
        }

        private static void BeforeReload()
        {
            var host = BridgeHost.Current;
            if (host == null) return;
            KeptIds.Write(host);
            var reason = EditorApplication.isPlayingOrWillChangePlaymode ? "reloading: the editor starts the game" : "reloading: scripts were compiled";
            Stop(reason);
        }

        /// <summary>Unity keeps objects that are not saved when the game stops.</summary>
        private static void OnPlayModeChange(PlayModeStateChange state)
        {
            if (state != PlayModeStateChange.ExitingPlayMode) return;
            if (BridgeHost.Current != null) BridgeHost.Current.EndGame();
            foreach (var each in Resources.FindObjectsOfTypeAll<BridgeBehaviour>()) UnityEngine.Object.DestroyImmediate(each.gameObject);
        }

        /// <summary>
        /// An editor without the focus ticks rarely. Work that waits is posted to its main thread, and one more frame is asked for.
        /// </summary>
        private static void Wake()
        {
            var host = BridgeHost.Current;
            if (host != null && host.HasWork && context != null) context.Post(_ => Tick(), null);
        }

        private static void Tick()
        {
            var host = BridgeHost.Current;
            if (host == null) return;
            // In play mode the frames of the game run the bridge, so that work in frames counts them; a paused game has none.
            var frame = Time.frameCount;
            var gameRuns = EditorApplication.isPlaying && !EditorApplication.isPaused;
            if (!gameRuns || frame == lastFrame) host.Update();
            lastFrame = frame;
            if (!gameRuns) host.LateUpdate();
            if (host.HasWork) EditorApplication.QueuePlayerLoopUpdate();
        }
    }
}
