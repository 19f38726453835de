using System;
using System.IO;
using System.Text;

namespace Worldwire
{
    /// <summary>Frames on a stream: four bytes of length, little-endian, and as many bytes of UTF-8.</summary>
    internal static class FrameStream
    {
        public const int MaxReceived = 8 * 1024 * 1024;
        public const int MaxSent = 16 * 1024 * 1024;
        private const int HeaderBytes = 4;
        /// <summary>Bytes that are allocated before they have arrived.</summary>
        private const int FirstBytes = 64 * 1024;
        private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        public static byte[] Encode(string text)
        {
            var bytes = new byte[HeaderBytes + Utf8.GetByteCount(text)];
            var length = bytes.Length - HeaderBytes;
            for (var index = 0; index < HeaderBytes; index++) bytes[index] = (byte)(length >> (8 * index));
            Utf8.GetBytes(text, 0, text.Length, bytes, HeaderBytes);
            return bytes;
        }

        /// <summary>The next message. Null if it is not UTF-8. Throws IOException at the end of the stream and for a wrong length.</summary>
        public static string Read(Stream stream)
        {
            var header = new byte[HeaderBytes];
            Fill(stream, header, 0, HeaderBytes);
            var length = header[0] | ((uint)header[1] << 8) | ((uint)header[2] << 16) | ((uint)header[3] << 24);
            if (length == 0 || length > MaxReceived) throw new IOException("the server sent a frame of " + length + " bytes");
            var bytes = new byte[Math.Min(length, FirstBytes)];
            Fill(stream, bytes, 0, bytes.Length);
            while (bytes.Length < length)
            {
                var had = bytes.Length;
                Array.Resize(ref bytes, (int)Math.Min(length, (uint)had * 2));
                Fill(stream, bytes, had, bytes.Length - had);
            }
            try
            {
                return Utf8.GetString(bytes);
            }
            catch (DecoderFallbackException)
            {
                return null;
            }
        }

        private static void Fill(Stream stream, byte[] bytes, int from, int count)
        {
            for (var at = from; at < from + count;)
            {
                var got = stream.Read(bytes, at, from + count - at);
                if (got <= 0) throw new EndOfStreamException("the server closed the connection");
                at += got;
            }
        }
    }
}
