import { deviceGroups } from '#contract/mdm/device-fields.ts'
import { paths } from '#paths.ts'

/** Page of a device with the current value of a field, or with a list such as `app`. */
export const pageOfField = (id: string) => {
  const lists: Readonly<Record<string, string>> = {
    app: paths.deviceApps(id),
    profile: paths.deviceProfiles(id),
    certificate: paths.deviceCertificates(id),
  }
  return (field: string) =>
    lists[field] ??
    (Object.hasOwn(deviceGroups.restrictions, field)
      ? paths.deviceRestrictions(id)
      : Object.hasOwn(deviceGroups.security, field)
        ? paths.deviceSecurity(id)
        : paths.device(id))
}
