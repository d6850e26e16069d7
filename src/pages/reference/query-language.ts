/** Content of the query language documentation. A test parses each example. */

export const subjects = ['devices', 'computers'] as const
export type Subject = (typeof subjects)[number]

export const examples: Record<Subject, readonly { query: string; says: string }[]> = {
  devices: [
    { query: 'lastseen>30d', says: 'Devices that have not been in contact for more than 30 days' },
    { query: 'disk<10%', says: 'Devices with less than 10 % of their storage free' },
    {
      query: '-encrypted office:Lisboa app:"Acme VPN"<5',
      says: 'Unencrypted devices of an office whose name contains “Lisboa” with the app Acme VPN below version 5',
    },
    {
      query: 'os<15 platform:tablet',
      says: 'Devices of a platform whose name contains “tablet” with an OS version below 15: 14.8.1 matches, 15.0 does not',
    },
    { query: 'restriction:allow_camera=0', says: 'Devices whose setting “Allow camera” has the value 0' },
    { query: 'enrolled>=2026-01-01 enrolled<2026-02-01', says: 'Devices enrolled in January 2026' },
    {
      query: 'certificate_issuer:"Device CA" certificate_expiry<30d',
      says: 'Devices with a certificate of this issuer that expires in less than 30 days, or has expired',
    },
    { query: 'certificate_algorithm:sha1', says: 'Devices with a certificate signed by SHA-1' },
    { query: 'missing:imei', says: 'Devices without a reported IMEI' },
    {
      query: 'tag:vip lastseen>30d',
      says: 'Devices with a tag that contains “vip”, not in contact for more than 30 days',
    },
    { query: 'Maria', says: 'Devices with this text in their name, user, serial number, IMEI or address' },
  ],
  computers: [
    { query: 'lastseen>30d', says: 'Computers whose agent has not been in contact for more than 30 days' },
    { query: 'disk<10%', says: 'Computers with a volume that has less than 10 % of its storage free' },
    { query: 'volume:C:<10%', says: 'Computers whose volume C: has less than 10 % of its storage free' },
    {
      query: 'office:Lisboa app:"Acme VPN"<5',
      says: 'Computers of an office whose name contains “Lisboa” with the software Acme VPN below version 5',
    },
    { query: 'ram<8 os<10.0.22000', says: 'Computers with less than 8 GB of memory and an OS below this version' },
    { query: 'agent=29', says: 'Computers on which the installation of the agent failed' },
    { query: 'warranty<2026-01-31', says: 'Computers whose warranty ended before this day' },
    { query: 'missing:volume', says: 'Computers without reported volumes' },
    {
      query: 'Maria',
      says: 'Computers with this text in their name, logged-on user, owner, serial number or address',
    },
  ],
}

/** `of`: the only subject that the rule applies to. */
export const rules: readonly { form: string; says: string; of?: Subject }[] = [
  { form: 'name:value', says: 'Contains the value; for a list, has a matching entry. Not case-sensitive.' },
  { form: 'name=value', says: 'Equals the value.' },
  { form: 'name<value  <=  >  >=', says: 'Compares numbers, versions and times.' },
  { form: 'name', says: 'For yes/no fields: is yes. “name:no” is the same as “-name”.' },
  {
    form: '-condition',
    says: 'Negates a condition. Values that the server did not report match neither a condition nor its negation.',
  },
  {
    form: '"a value"',
    says: 'Values with spaces or operators are put in quotation marks; in them, \\" is a quotation mark and \\\\ a backslash.',
  },
  { form: 'name:"entry"<5', says: 'A list entry and its version.' },
  {
    form: 'lastseen<7d   lastseen>30d',
    says: 'Within the last 7 days; longer ago than 30 days. h is hours, d days, w weeks, m months of 30 days, y years of 365 days.',
  },
  { form: 'lastseen<2026-01-31', says: 'Before that day. Dates and times, such as 2026-01-31T12:30, are in UTC.' },
  {
    form: 'restriction:name=0',
    says: 'A restriction setting. The name alone works as well.',
    of: 'devices',
  },
  {
    form: 'certificate_issuer:name   certificate_expiry<30d',
    says: 'Conditions on certificates, together with certificate:name, apply to the same certificate. Their expiry is in less than 30 days, or in the past; “<0d” means expired.',
    of: 'devices',
  },
  {
    form: 'unknown:name',
    says: 'The API reference defines no meaning for the value. It matches neither yes nor no.',
  },
  {
    form: 'missing:name',
    says: 'The server did not report the field, or no entries of a list. Fields that are kept in the console are empty. “-missing:name” finds the opposite.',
  },
  {
    form: 'owner:Ada   tag:vip   missing:note',
    says: 'Fields that are kept in the console: owners, tags, notes, and custom fields by their labels.',
  },
  {
    form: '"Contract number"=12',
    says: 'A custom field. Yes/no fields need a value: “"Loaned out":yes”.',
  },
  {
    form: 'is_removed',
    says: 'Only removed devices. Queries that do not use this field exclude them.',
    of: 'devices',
  },
  { form: 'text', says: 'A word that is not a yes/no field searches names and identifiers.' },
  {
    form: '"Last contact">30d',
    says: 'A label in quotation marks stands for its field. Names are not case-sensitive.',
  },
]
