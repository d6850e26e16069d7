import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Breakable } from '#ui/values/Breakable.tsx'

/** Where a line may end, as "|". */
const parts = (text: string) => renderToStaticMarkup(<Breakable text={text} />).replaceAll('<wbr/>', '|')

test.for([
  ['127.0.0.12:11443', '127.|0.|0.|12|:11443'],
  ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_|RSA_|WITH_|3DES_|EDE_|CBC_|SHA'],
  ['https://example.com/a?b=c', 'https:/|/|example.|com/|a?|b=c'],
  ['ada@example.com', 'ada|@example.|com'],
])('%s breaks between its parts', ([text = '', broken]) => {
  expect(parts(text)).toBe(broken)
})
