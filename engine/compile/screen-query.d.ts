declare module '*.json?screen' {
  const screen: import('#engine/document/document.ts').CompiledScreen;
  export default screen;
}
