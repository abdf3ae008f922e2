/** The start cannot go on, and the person can do something about it: `message` is the sentence that they read, without a stack. */
export class Refusal extends Error {
  name = "Refusal";
}

/**
 * What a failed file operation means for someone who only typed `npm start`. Anything that is not about the disk is thrown on as it is.
 * @param {unknown} error
 * @param {string} folder where it happened
 * @param {string} remedy what to do besides making room or giving rights, as the end of "…, or …"
 * @returns {Refusal}
 */
export function refusalOfFileError(error, folder, remedy = "set DATA_DIR to a folder elsewhere") {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const problem = PROBLEMS[code];
  if (!problem) throw error;
  return new Refusal(`${problem(folder)}, or ${remedy}; then start again.`, { cause: error });
}

/** @type {Record<string, (folder: string) => string>} */
const PROBLEMS = {
  ENOSPC: (folder) => `The disk that holds ${folder} is full. Free some space`,
  EDQUOT: (folder) => `The disk quota for ${folder} is used up. Free some space`,
  EROFS: (folder) => `${folder} is on a read-only file system. Mount it for writing`,
  EACCES: (folder) => `This user may not write in ${folder}. Give it the right to`,
  EPERM: (folder) => `This user may not write in ${folder}. Give it the right to`,
  ENOTDIR: (folder) => `${folder} is not a folder. Move the file that is in its place`,
  EEXIST: (folder) => `${folder} is not a folder. Move the file that is in its place`,
};
