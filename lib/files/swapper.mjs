// Test program: swaps a folder and a link for each other as fast as it can, until it is killed or its parent is gone.
// usage: fork swapper.mjs <folder> <link>; it sends one message when it begins.
import { renameSync } from "node:fs";

const [folder, link] = process.argv.slice(2);
const aside = `${folder}.aside`;
let strays = 0;

/** A writer may have made a folder of that name in the instant when there was none; it is moved away. */
function move(from, to) {
  for (;;) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (!["EISDIR", "ENOTDIR", "ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
      renameSync(to, `${folder}.stray-${strays++}`);
    }
  }
}

function swapSome() {
  for (let i = 0; i < 200; i++) {
    move(folder, aside);
    move(link, folder);
    move(folder, link);
    move(aside, folder);
  }
  setImmediate(swapSome);
}

process.on("disconnect", () => process.exit());
process.send?.("ready");
swapSome();
