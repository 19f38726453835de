using UnityEngine;

namespace Worldwire
{
    /// <summary>Runs the bridge in a player and in play mode: after all other scripts of a frame.</summary>
    [AddComponentMenu("")]
    [DefaultExecutionOrder(32000)]
    internal sealed class BridgeBehaviour : MonoBehaviour
    {
        private BridgeHost host;

        /// <summary>The one of this game; null if none runs.</summary>
        public static BridgeBehaviour Current { get; private set; }

        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.BeforeSceneLoad)]
        private static void Begin()
        {
            if (!Application.isEditor && !Debug.isDebugBuild && !Settings.Read().Named) return;
            var holder = new GameObject("Worldwire") { hideFlags = HideFlags.HideAndDontSave };
            DontDestroyOnLoad(holder);
            SceneTree.KeptScene = holder.scene;
            // A game that the operating system pauses in the background could not answer.
            Application.runInBackground = true;
            var behaviour = holder.AddComponent<BridgeBehaviour>();
            Current = behaviour;
            // The editor has one bridge, which goes on in play mode.
            if (Application.isEditor) return;
            behaviour.host = BridgeHost.Start("game");
            Application.quitting += behaviour.End;
        }

        private void Update()
        {
            if (Running != null) Running.Update();
        }

        private void LateUpdate()
        {
            if (Running != null) Running.LateUpdate();
        }

        private BridgeHost Running
        {
            get { return host ?? (Application.isEditor ? BridgeHost.Current : null); }
        }

        private void OnDestroy()
        {
            End();
        }

        private void End()
        {
            if (host == null) return;
            Application.quitting -= End;
            host.Stop();
            host = null;
        }
    }
}
