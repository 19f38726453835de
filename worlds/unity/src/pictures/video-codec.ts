import { findCodec, type VideoCodec, type VideoProgram } from '@worldwire/picture/video';
import { WorldError } from '@worldwire/server';

const INSTEAD = 'or leave `video` out: the sheet shows the same pictures.';

/** The codec of the server's ffmpeg. Throws if there is none. */
export async function requireCodec(program?: VideoProgram): Promise<VideoCodec> {
  const codec = await findCodec(program);
  if (codec === 'no-program') {
    throw new WorldError(
      'Unsupported',
      'A video needs ffmpeg, which is not installed on the machine of the server.',
      `Install it (apt-get install ffmpeg, brew install ffmpeg, winget install ffmpeg), ${INSTEAD}`,
    );
  }
  if (codec === 'no-codec') {
    throw new WorldError(
      'Unsupported',
      'The ffmpeg of the server writes none of H.264, VP9, VP8 and MPEG-4.',
      `Install another build of ffmpeg, ${INSTEAD}`,
    );
  }
  return codec;
}

export function noVideo(reason: string): WorldError {
  return new WorldError('Internal', `ffmpeg wrote no video: ${reason}`, `Try again, ${INSTEAD}`);
}
