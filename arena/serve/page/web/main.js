// Says which arena answers; the views come from modules of their own.
const main = document.getElementById("main");
const about = await (await fetch("/api/about")).json();
const line = document.createElement("p");
line.textContent = `arena ${about.version}`;
main.append(line);
