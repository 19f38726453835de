using System.IO;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEditor.UnityLinker;

namespace Worldwire.Editor
{
    /// <summary>Unity ignores the link.xml of a package, so that the bridge gives it to the linker itself. Reflection of an IL2CPP player needs it.</summary>
    internal sealed class LinkerFile : IUnityLinkerProcessor
    {
        private const string Folder = "Packages/com.worldwire.bridge/Runtime/link.xml";

        public int callbackOrder
        {
            get { return 0; }
        }

        public string GenerateAdditionalLinkXmlFile(BuildReport report, UnityLinkerBuildPipelineData data)
        {
            return Path.GetFullPath(Folder);
        }

        // Of Unity before 2021.2.
        public void OnBeforeRun(BuildReport report, UnityLinkerBuildPipelineData data)
        {
        }

        public void OnAfterRun(BuildReport report, UnityLinkerBuildPipelineData data)
        {
        }
    }
}
