import { enterpriseApp } from '#contract/mdm/apps.ts'
import { iconBytes, isArchive, isImage, packageBytes } from '#contract/mdm/upload.ts'
import { type KnownCode, Problem } from '#contract/problem.ts'

type Upload = { app_type: number; app_file?: string | undefined; icon_file?: string | undefined }

/** APP0001 and FIL0001: a package or an icon that is missing, too large, or something else. */
export function checkUpload({ app_type, app_file, icon_file }: Upload) {
  const isEnterprise = app_type === enterpriseApp
  if (isEnterprise && app_file === undefined)
    throw refused('APP0001', 'app_file', 'an enterprise app needs its package')
  if (!isEnterprise && app_file !== undefined) throw refused('APP0001', 'app_file', 'a store app has no package')
  if (app_file !== undefined) {
    const bytes = bytesOf('APP0001', 'app_file', app_file, packageBytes)
    if (!isArchive(bytes)) throw refused('APP0001', 'app_file', 'this is not a ZIP archive')
  }
  if (icon_file !== undefined) {
    const bytes = bytesOf('FIL0001', 'icon_file', icon_file, iconBytes)
    if (!isImage(bytes)) throw refused('FIL0001', 'icon_file', 'this is not a PNG or JPEG image')
  }
}

function bytesOf(code: KnownCode, field: string, base64: string, maxBytes: number) {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxBytes) {
    throw refused(code, field, `the file has ${bytes.length} bytes, the maximum is ${maxBytes}`)
  }
  return bytes
}

const refused = (code: KnownCode, field: string, why: string) => new Problem(code, `${field}: ${why}`, { field })
