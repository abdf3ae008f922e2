/** The start cannot go on, and the person can do something about it: `message` is the sentence that they read, without a stack. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** What a failed file operation means for someone who only typed `npm start`. Anything that is not about the disk is thrown on as it is. */
export function refusalOfFileError(error: unknown, folder: string): Refusal {
  const code = (error as NodeJS.ErrnoException).code;
  const sentence = SENTENCES[code ?? ""]?.(folder);
  if (!sentence) throw error;
  return new Refusal(sentence, { cause: error });
}

const SENTENCES: Record<string, (folder: string) => string> = {
  ENOSPC: (folder) =>
    `The disk that holds ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk, and start again.`,
  EDQUOT: (folder) => `The disk quota for ${folder} is used up. Free some space, or set DATA_DIR to another folder, and start again.`,
  EROFS: (folder) => `${folder} is on a read-only file system. Set DATA_DIR to a folder that can be written, and start again.`,
  EACCES: (folder) =>
    `This user may not write in ${folder}. Give it the right to, or set DATA_DIR to a folder of its own, and start again.`,
  EPERM: (folder) => `This user may not write in ${folder}. Give it the right to, or set DATA_DIR to a folder of its own, and start again.`,
  ENOTDIR: (folder) => `${folder} is not a folder. Set DATA_DIR to a folder, and start again.`,
  EEXIST: (folder) => `${folder} is not a folder. Set DATA_DIR to a folder, and start again.`,
};
