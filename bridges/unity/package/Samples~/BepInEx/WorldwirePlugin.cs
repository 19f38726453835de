using BepInEx;
using UnityEngine;

namespace Worldwire
{
    /// <summary>
    /// The bridge as a plugin of BepInEx 5, for a game that was built without it. Compile it with all files of Runtime: see the project file.
    /// </summary>
    [BepInPlugin("com.worldwire.bridge", "Worldwire Bridge", "0.1.0")]
    public sealed class WorldwirePlugin : BaseUnityPlugin
    {
        private BridgeHost host;

        private void Awake()
        {
            // A plugin is loaded after the game's own methods of RuntimeInitializeOnLoadMethod have run.
            UGuiInput.Register();
            UiOperations.Begin();
#if WORLDWIRE_INPUT_SYSTEM
            InputSystemDevices.Register();
#endif
            SceneTree.KeptScene = gameObject.scene;
            Application.runInBackground = true;
            host = BridgeHost.Start("game");
        }

        private void Update()
        {
            host.Update();
        }

        private void LateUpdate()
        {
            host.LateUpdate();
        }

        private void OnDestroy()
        {
            host.Stop();
        }
    }
}
