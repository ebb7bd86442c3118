import { PRICE, PRICE_MONTHS } from '../../../contract/limits.ts'

export const PAY_LABEL = `Pay ${PRICE} for ${PRICE_MONTHS} months`
