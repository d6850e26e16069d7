import { enterpriseApp } from '#contract/mdm/apps.ts'
import { iconBytes, isImage } from '#contract/mdm/upload.ts'
import { type KnownCode, Problem } from '#contract/problem.ts'

type Upload = { app_type: number; app_file?: string | undefined; icon_file?: string | undefined }

/** APP0001: a package is missing or not allowed. FIL0001: an icon is too large or not an image. */
export function checkUpload({ app_type, app_file, icon_file }: Upload) {
  const isEnterprise = app_type === enterpriseApp
  if (isEnterprise && app_file === undefined)
    throw refused('APP0001', 'app_file', 'an enterprise app needs its package')
  if (!isEnterprise && app_file !== undefined) throw refused('APP0001', 'app_file', 'a store app has no package')
  if (icon_file === undefined) return
  const icon = Buffer.from(icon_file, 'base64')
  if (icon.length > iconBytes) {
    throw refused('FIL0001', 'icon_file', `the file has ${icon.length} bytes, the maximum is ${iconBytes}`)
  }
  if (!isImage(icon)) throw refused('FIL0001', 'icon_file', 'this is not a PNG or JPEG image')
}

export const refused = (code: KnownCode, field: string, why: string) => new Problem(code, `${field}: ${why}`, { field })
