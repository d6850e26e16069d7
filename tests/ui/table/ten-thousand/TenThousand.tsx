// A page of its own, built as the product is built: what React adds while one develops would be most of what is measured.
import { createRoot } from 'react-dom/client'
import { InRouter } from '../../InRouter.tsx'
import { manyPhones, Phones } from '../Phones.tsx'

const phones = manyPhones(10_000)
const Lock = () => <button type="button">Lock</button>
const root = document.querySelector('#root')

if (root) {
  createRoot(root).render(
    <InRouter>
      <Phones rows={phones} grid storageKey="ten-thousand" SelectionActions={Lock} />
    </InRouter>,
  )
}
