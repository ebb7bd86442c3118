export { createReadWeather, purgeWeather } from './read-weather.ts'
export { weatherRoutes } from './routes.ts'
export { watchWeather } from './watch-weather.ts'
