import { Problem } from '#contract/problem.ts'
import { isImage } from '#services/mdm/image.ts'

type Upload = { app_type: number; app_file?: string | undefined; icon_file?: string | undefined }

/** `app_type` 2, an app of the company, comes with its package. */
const enterprise = 2

/** APP0001 and FIL0001: a package that is none, an icon that is none. */
export function checkUpload({ app_type, app_file, icon_file }: Upload) {
  if (app_type === enterprise && app_file === undefined) {
    throw new Problem('APP0001', 'app_file: an app of the company needs its package', { field: 'app_file' })
  }
  if (app_type !== enterprise && app_file !== undefined) {
    throw new Problem('APP0001', 'app_file: an app of a store has no package', { field: 'app_file' })
  }
  if (app_file !== undefined && !isArchive(Buffer.from(app_file, 'base64'))) {
    throw new Problem('APP0001', 'app_file: is no ZIP archive', { field: 'app_file' })
  }
  if (icon_file !== undefined && !isImage(Buffer.from(icon_file, 'base64'))) {
    throw new Problem('FIL0001', 'icon_file: must be a PNG or JPEG image', { field: 'icon_file' })
  }
}

/** Packages of apps are ZIP archives: they start with the signature of a local file header. */
const isArchive = (bytes: Uint8Array) => [0x50, 0x4b, 3, 4].every((byte, at) => bytes[at] === byte)
