const device = (at: number) => ({
  device_id: String(9007199254741001n + BigInt(at)),
  device_name: `Laptop ${at}`,
  platform_type: 'Platform A',
  user: { user_id: String(at), user_name: `Person ${at}`, user_email: `person.${at}@example.com` },
  managed_status: 2,
  last_contact_time: 1_790_000_000_000 + at,
})

/** An answer with a list of devices, of about so many bytes. */
export function pageOfDevices(bytes: number): string {
  const rows: string[] = []
  for (let length = 0; length < bytes; length += (rows.at(-1)?.length ?? 0) + 1)
    rows.push(JSON.stringify(device(rows.length)))
  return `{"devices":[${rows.join()}],"metadata":{"total_record_count":${rows.length}}}`
}
