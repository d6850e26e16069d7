import { aFlag, aLong, aText, aTextOrTexts, aValue, anId, anInteger, anObject } from '#contract/field.ts'

export const userFields = { user_id: aLong(), user_name: aText(), user_email: aText() }

export const summaryFields = {
  profile_count: anInteger(),
  app_count: anInteger(),
  doc_count: anInteger(),
  group_count: anInteger(),
}

/** Device summary in lists. */
export const deviceSummaryFields = {
  device_id: anId('Unique device identifier'),
  device_name: aText(),
  serial_number: aText(),
  udid: aText(),
  imei: aTextOrTexts('One text, or a list for devices with several SIMs'),
  platform_type: aText('Platform type of the device'),
  platform_type_id: anInteger(),
  os_version: aText(),
  model: aText(),
  product_name: aText(),
  owned_by: aValue(),
  is_lost_mode_enabled: aFlag(),
  is_removed: aFlag(),
  user: anObject(userFields),
  summary: anObject(summaryFields),
}
