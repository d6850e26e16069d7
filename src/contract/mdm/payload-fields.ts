/** Fields of payloads and device certificates (mobile-device-management, Resources). */
import { aFlag, aListOf, aText, aTime, anInteger } from '#contract/field.ts'

export const payloadContentFields = {
  payload_uuid: aText('Unique identifier; unknown-udid when unavailable'),
  payload_identifier: aText('Set by the source that installed the profile'),
  payload_description: aText('Full description; a no-description text when unavailable'),
  payload_organization: aText('Organization name set by the source'),
  payload_type: aText('Payload type defined by the platform vendor'),
  payload_version: anInteger(),
  payload_display_name: aText(),
}

export const payloadFields = {
  ...payloadContentFields,
  payload_has_rem_password: aFlag('Removable, and a removal password is required'),
  payload_is_encrypted: aFlag(),
  payload_unremovable: aFlag(),
}

export const configurationProfileFields = { ...payloadFields, payloadcontent: aListOf(payloadContentFields) }

export const certificateFields = {
  certificatename: aText(),
  certificatesubjectname: aText(),
  certificateissuername: aText(),
  serialnumber: aText(),
  certificateexpiry: aTime(),
  isidentity: aFlag(),
  signaturealgorithmname: aText(),
  signaturealgorithmoid: aText(),
}
