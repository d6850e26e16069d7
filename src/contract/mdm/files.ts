import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aLong, anInteger, aText, aTime, recordOf } from '#contract/field.ts'
import { largeFile } from '#contract/wire.ts'
import { deviceManagement } from './area-scopes.ts'

const fileFields = {
  file_id: aLong(),
  file_name: aText(),
  content_type: aText(),
  content_length: anInteger(),
  expiry_time: aTime(),
}

/** Retention of an uploaded file that is not used. */
export const fileHours = 24

export const uploadFile = endpoint({
  id: 'mdm.uploadFile',
  source: 'mobile-device-management, Apps; path: as on real servers',
  summary: 'Upload the package of an app',
  target: ['file'],
  method: 'POST',
  path: '/api/v1/files',
  encoding: 'multipart',
  input: z.object({ file: largeFile }),
  output: recordOf(fileFields),
  permission: 'MDM_Write',
  changes: ['mdm.app'],
  ...deviceManagement('CREATE'),
  timeoutSeconds: 120,
  assumes: [
    'The file is the part “file” of a multipart/form-data body; Content-Disposition of the request repeats its name',
    'FIL0001 unless it is a complete ZIP archive (.apk, .aab, .ipa, .appx, .msix) of at most 512 MiB (TRIPTYCH_UPLOAD_MAX_MB)',
    `app_file of a new app takes the file_id, within ${fileHours} hours`,
  ],
})

export const fileRows = { uploadFile }
