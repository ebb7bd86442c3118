import CreditCard from 'lucide-react/icons/credit-card'
import { useState } from 'react'
import { type TestCard, testCard } from '../../../../contract/sandbox.ts'
import { Button } from '../../../ui/Button.tsx'
import { inFours, TEST_CARDS } from '../test-cards.ts'
import { useChange } from './change-portal.ts'

interface CardOnFileProps {
  readonly portalId: string
  readonly card: TestCard | null
}

/** The card that is charged, with a form to replace it. */
export function CardOnFile({ portalId, card }: CardOnFileProps) {
  const [picked, pick] = useState<TestCard>(card ?? 'pm_card_visa')
  const change = useChange(portalId)
  const number = TEST_CARDS.find((known) => known.card === card)?.number
  return (
    <div className="sheet p-4">
      <p className="flex items-center gap-3 font-semibold">
        <CreditCard aria-hidden size={22} className="shrink-0 text-fairway" />
        {number === undefined ? 'No card yet' : `Test card ending in ${number.slice(-4)}`}
      </p>
      <form
        className="mt-4 space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) change.mutate({ action: 'card', card: picked })
        }}
      >
        <div>
          <label htmlFor="test-card" className="mb-1.5 block text-sm font-semibold">
            Test card to charge instead
          </label>
          <select
            id="test-card"
            value={picked}
            onChange={(event) => pick(testCard.parse(event.target.value))}
            className="control"
          >
            {TEST_CARDS.map((known) => (
              <option key={known.card} value={known.card}>
                {inFours(known.number)}: {known.does}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" look="outline" className="w-full" pending={change.isPending}>
          {change.isPending ? 'Changing...' : 'Change Card'}
        </Button>
      </form>
    </div>
  )
}
