// What the gallery and the Studio fetch to show a state: most of the catalogue comes with it.
export { Stage, type Looks } from './stage.tsx';
export { statesOf, type ShownState } from './walk.ts';
