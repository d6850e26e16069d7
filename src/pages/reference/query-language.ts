/** What the page of the query language explains. Each example is read by the language itself in a test. */

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
      says: 'Devices of a platform whose name contains “tablet” with a system below version 15; 14.8.1 is, 15.0 is not',
    },
    { query: 'restriction:allow_camera=0', says: 'Devices whose setting “Allow camera” has the value 0' },
    { query: 'enrolled>=2026-01-01 enrolled<2026-02-01', says: 'Devices enrolled in January 2026' },
    { query: 'missing:imei', says: 'Devices whose server did not say an IMEI' },
    {
      query: 'tag:vip lastseen>30d',
      says: 'Devices with a tag that contains “vip”, not in contact for more than 30 days',
    },
    { query: 'Maria', says: 'Devices that are found by this text: name, user, serial number, IMEI, address' },
  ],
  computers: [
    { query: 'lastseen>30d', says: 'Computers whose agent has not been in contact for more than 30 days' },
    { query: 'disk<10%', says: 'Computers with a volume that has less than 10 % of its storage free' },
    { query: 'volume:C:<10%', says: 'Computers whose volume C: has less than 10 % of its storage free' },
    {
      query: 'office:Lisboa app:"Acme VPN"<5',
      says: 'Computers of an office whose name contains “Lisboa” with the software Acme VPN below version 5',
    },
    { query: 'ram<8 os<10.0.22000', says: 'Computers with less than 8 GB of memory and a system below this version' },
    { query: 'agent=29', says: 'Computers on which the installation of the agent failed' },
    { query: 'warranty<2026-01-31', says: 'Computers whose warranty ended before this day' },
    { query: 'missing:volume', says: 'Computers of which no volume is known' },
    {
      query: 'Maria',
      says: 'Computers that are found by this text: name, logged-on user, owner, serial number, address',
    },
  ],
}

/** `of`: what it is said of alone. */
export const rules: readonly { form: string; says: string; of?: Subject }[] = [
  { form: 'name:value', says: 'Contains the value; of a list, has such an entry. Letter case does not count.' },
  { form: 'name=value', says: 'Is the value.' },
  { form: 'name<value  <=  >  >=', says: 'Compares numbers, versions and times.' },
  { form: 'name', says: 'Of a field that is yes or no: is yes. “name:no” is the same as “-name”.' },
  {
    form: '-condition',
    says: 'The condition does not hold. What the server did not say of a thing matches neither a condition nor its opposite.',
  },
  {
    form: '"a value"',
    says: 'A value with spaces or signs stands in quotation marks; in them, \\" is a quotation mark and \\\\ a backslash.',
  },
  { form: 'name:"entry"<5', says: 'An entry of a list, and the version that it has.' },
  {
    form: 'lastseen<7d   lastseen>30d',
    says: 'Within the last 7 days; longer ago than 30 days. h is hours, d days, w weeks, m months of 30 days, y years of 365 days.',
  },
  { form: 'lastseen<2026-01-31', says: 'Before that day. A day, or a time such as 2026-01-31T12:30, is in UTC.' },
  {
    form: 'restriction:name=0',
    says: 'A setting of restrictions. Its name alone is understood as well.',
    of: 'devices',
  },
  {
    form: 'unknown:name',
    says: 'The value has no meaning that the API reference defines. It counts neither as yes nor as no.',
  },
  {
    form: 'missing:name',
    says: 'The server did not say the field. Of a list, it says no entry, be it that there is none or that nobody knows. Fields that people keep are empty. “-missing:name” finds what has it.',
  },
  {
    form: 'owner:Ada   tag:vip   missing:note',
    says: 'What people keep in the console: owner, tags, notes and own fields, which are named by their labels.',
  },
  {
    form: '"Contract number"=12',
    says: 'An own field. One that is yes or no is asked with its value: “"Loaned out":yes”.',
  },
  {
    form: 'is_removed',
    says: 'Only removed devices. They are left out of every other query that does not name this field.',
    of: 'devices',
  },
  { form: 'text', says: 'A word that is no field that is yes or no looks things up by their texts.' },
  { form: '"Last contact">30d', says: 'A label in quotation marks names its field. Names are not case-sensitive.' },
]
