import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/**
 * Everything below it has a compressed form. Builds that had none wrote to assets/, where the pages of such a build
 * that are still open find their files.
 */
export const compressedFolder = 'static'

/**
 * Writes everything below static/ compressed as far as Brotli can, beside it under its name and `.br`: compressed at
 * each request, as CloudFront would, it is a sixth larger. The edge leads browsers there (infra/aws/stacks/edge.go).
 */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) throw new Error('the build has no folder')
    const files = Object.keys(bundle).filter(file => file.startsWith(`${compressedFolder}/`)).map(file => join(dir, file))
    await Promise.all(
      files.map(async file => {
        const content = await readFile(file)
        await writeFile(`${file}.br`, await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))
      }),
    )
  },
}
