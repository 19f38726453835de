using UnityEditor;
using UnityEditor.SceneManagement;
#if !UNITY_2021_2_OR_NEWER
using UnityEditor.Experimental.SceneManagement;
#endif

namespace Worldwire.Editor
{
    /// <summary>The prefab that is edited inside of the scene view.</summary>
    internal static class PrefabStages
    {
        /// <summary>Null if none is.</summary>
        public static string Path
        {
            get
            {
                var stage = PrefabStageUtility.GetCurrentPrefabStage();
                if (stage == null) return null;
#if UNITY_2020_1_OR_NEWER
                return stage.assetPath;
#else
                return stage.prefabAssetPath;
#endif
            }
        }

        public static bool Save()
        {
            var stage = PrefabStageUtility.GetCurrentPrefabStage();
            if (stage == null) return false;
            bool saved;
            PrefabUtility.SaveAsPrefabAsset(stage.prefabContentsRoot, Path, out saved);
            if (!saved) throw Refusal.Failed("Unity did not save " + Path, "read the errors of the engine; the file may be read-only");
            stage.ClearDirtiness();
            return true;
        }

        /// <summary>Goes back to the scenes. A prefab with changes is refused, because Unity would ask a person.</summary>
        public static void Close()
        {
            var stage = PrefabStageUtility.GetCurrentPrefabStage();
            if (stage == null) return;
            if (stage.scene.isDirty) throw Refusal.NotReady("the prefab " + Path + " has changes that are not saved", "save it with editor.save first");
            StageUtility.GoToMainStage();
        }
    }
}
